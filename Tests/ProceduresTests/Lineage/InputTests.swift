import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `An input` {
    let queue = ProcedureQueue(width: 4)
    let journal = Journal()

    @Test func `Work receives its input in its own type (T1 T3)`() async throws {
        let word = Procedure("word") { "warrant" }
        let count = Procedure("count", input: word) { (word: String) in word.count }

        #expect(try await queue.run(count).get() == 7)
    }

    @Test func `An input may be an outcome, including a failure (T2)`() async throws {
        let dump = Procedure("dump") { () throws -> Int in throw Broken() }
        let report = Procedure("report", outcomeOf: dump) { $0.description }

        #expect(try await queue.run(report).get() == "failed: broken")
    }

    @Test func `A procedure is refused if its input failed or was cancelled (T4 T6)`()
        async
    {
        let failed = Procedure("dump") { () throws -> Int in throw Broken() }
        let cancelled = Procedure("dump") { () throws -> Int in throw CancellationError() }
        func outcome(of dump: Procedure<Int>) async -> String {
            await queue.run(Procedure("send", input: dump) { [journal] _ in journal.note("sent") })
                .description
        }

        #expect(
            await outcome(of: failed) == "refused: `send` did not run: `dump` failed: broken"
        )
        #expect(
            await outcome(of: cancelled) == "refused: `send` did not run: `dump` was cancelled"
        )
        #expect(journal.entries == [])
    }

    /// Returns two procedures. One of them ends after the other.
    func words(late: Latch = Latch()) -> [Procedure<String>] {
        let world = Procedure("world") {
            await late.wait()
            return "world"
        }
        let hello = Procedure("hello") {
            late.open()
            return "hello"
        }
        return [world, hello]
    }

    @Test func `Several inputs arrive in the order given, whichever ends first (T9 T12)`()
        async throws
    {
        let gathered = gather(words())
        let upper = gathered.map { $0.map { $0.uppercased() } }

        #expect(try await queue.run(gathered).get() == ["world", "hello"])
        #expect(try await queue.run(upper).get() == ["WORLD", "HELLO"])
    }

    @Test func `Several inputs may be reduced, and an error fails it (T10 T11)`() async throws {
        let joined = gather(words()).map { $0.reduce("") { $0 + $1 } }
        let failing = gather(words()).map { try $0.reduce(0) { _, _ in throw Broken() } }

        #expect(try await queue.run(joined).get() == "worldhello")
        #expect(await queue.run(failing).failure is Broken)
    }

    @Test func `An input passes through an inner chain to the output (T14)`()
        async throws
    {
        let word = Procedure("word") { "warrant" }
        let outer = Procedure("outer", input: word) { word, context in
            let first = Procedure("first") { word.uppercased() }
            let last = first.then("last") { $0 + "!" }
            return try await context.produce(last).outcome().get()
        }

        #expect(try await queue.run(outer).get() == "WARRANT!")
    }

    /// Records its own release.
    final class Value: Sendable {
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }
        deinit { journal.note("released") }
    }

    @Test(.timeLimit(.minutes(20)))
    func `An input is released once its consumers have ended (T15)`() async throws {
        let make = Procedure("make") { [journal] in Value(journal) }
        let look = Procedure("look", input: make) { _ in true }
        let next = Procedure("next", input: look) { $0 }

        #expect(try await queue.run(next).get())
        // The task that ran the procedure may end slightly later.
        while journal.entries.isEmpty { await Task.yield() }
        #expect(journal.entries == ["released"])
    }
}

@Suite struct `The outcome of another as an input` {
    let queue = ProcedureQueue(width: 1)

    static let endings: [(Procedure<Int>, String)] = [
        (Procedure("dump") { 7 }, "succeeded"),
        (Procedure("dump") { throw Broken() }, "failed"),
        (Procedure("dump") { throw CancellationError() }, "cancelled"),
        (Procedure("dump") { 7 }.condition(FalseCondition()), "refused"),
        (Procedure("dump") { 7 }.condition(BlockCondition("night") { false }), "skipped"),
    ]

    @Test(arguments: endings)
    func `An outcome as input has its ending and output (Y4)`(dump: Procedure<Int>, word: String)
        async throws
    {
        let report = Procedure("report", outcomeOf: dump) { outcome in
            (outcome.word, try? outcome.get())
        }
        let (found, output) = try await queue.run(report).get()

        #expect(found == word)
        #expect(output == (word == "succeeded" ? 7 : nil))
    }

    @Test func `A cancelled run passes on no outcome`() async throws {
        queue.suspend()
        let report = Procedure("report", outcomeOf: Procedure("dump") { 7 }) { _ in }
        let handle = queue.enqueue(report)
        handle.cancel()

        #expect(try await handle.outcome().word == "cancelled")
    }

    @Test func `A procedure with an outcome as input needs its other dependencies`() async {
        let broken = Procedure("broken") { throw Broken() }
        let report = Procedure("report", outcomeOf: broken) { _ in }
            .after(Procedure("other") { throw Broken() })

        #expect(
            await queue.run(report).refusal?.description
                == "`report` did not run: `other` failed: broken"
        )
    }
}
