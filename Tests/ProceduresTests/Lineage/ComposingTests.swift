import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A batch` {
    let queue = ProcedureQueue(width: 4)

    @Test func `A batch processes each element and keeps the order (V12)`() async throws {
        let names = Procedure("names") { ["Alice", "Bob", "Carol", "Dave"] }
        let greetings = Batch("greet", over: names, width: 2) { name in "Hello \(name)" }
        let broken = Procedure("names") { () throws -> [String] in throw Broken() }
        let refused = Batch("greet", over: broken, width: 2) { $0 }

        #expect(
            try await queue.run(greetings).get()
                == ["Hello Alice", "Hello Bob", "Hello Carol", "Hello Dave"]
        )
        #expect(
            await queue.run(refused).refusal?.description
                == "`greet` did not run: `names` failed: broken"
        )
    }

    @Test(arguments: [(1, 1), (3, 3), (0, 1), (-1, 1)])
    func `A batch runs no more at once than its width`(width: Int, most: Int) async throws {
        let overlap = Overlap()
        let batch = Batch("visit", over: 0..<20, width: width) { number in
            await overlap.visit()
            return number
        }

        #expect(try await queue.run(batch).get() == Array(0..<20))
        #expect(overlap.most <= most)
    }
}

@Suite struct `A procedure composed of another` {
    let queue = ProcedureQueue(width: 2)
    let journal = Journal()

    @Test func `A procedure passes its cancellation on to the one it runs (V13)`() async throws {
        let executing = Latch()
        let inner = Procedure("inner") { [journal] in
            executing.open()
            await untilCancelled()
            journal.note("inner was cancelled")
            try Task.checkCancellation()
        }
        let handle = queue.enqueue(Procedure("outer") { [queue] in await queue.run(inner).word })
        await executing.wait()
        handle.cancel()

        #expect(try await handle.outcome().get() == "cancelled")
        #expect(journal.entries == ["inner was cancelled"])
    }

    @Test(arguments: [true, false])
    func `A gated group starts its procedure only if the gate is open (V14)`(isOpen: Bool) async {
        let inner = Procedure("inner") { [journal] in journal.note("inner") }
        let gated = Group("gated") { inner }.condition(BlockCondition("open") { isOpen })

        #expect(await queue.run(gated).word == (isOpen ? "succeeded" : "skipped"))
        #expect(journal.entries == (isOpen ? ["inner"] : []))
    }

    struct Named: Work {
        let name: String
        func run(in context: ProcedureContext) async throws -> String { name }
    }

    @Test func `Procedures of different types fit into one array (V15)`() async throws {
        let all: [any ProcedureConvertible<String>] = [
            Named(name: "Foo"), Procedure("bar") { "Bar" },
            Procedure("baz") { 3 }.map { _ in "Baz" },
        ]
        var outputs: [String] = []
        for one in all { outputs.append(try await queue.run(one.procedure).get()) }

        #expect(outputs == ["Foo", "Bar", "Baz"])
    }

    @Test func `A procedure that ignores errors outputs its value, or nil (V16)`() async throws {
        let failing = Procedure("failing") { () throws -> Int in throw Broken() }
        let fine = Procedure("fine") { 7 }

        #expect(try await queue.run(failing.ignoringErrors()).get() == nil)
        #expect(try await queue.run(fine.ignoringErrors()).get() == 7)
    }
}

@Suite struct `A unique procedure` {
    @Test func `Unique procedures with different ids both run (Y1)`() async throws {
        let journal = Journal()
        let queue = ProcedureQueue(width: 2)
        let one = Procedure("one") { journal.note("work") }.unique(1)
        let two = Procedure("two") { journal.note("work") }.unique(2)

        #expect(
            await queue.run(
                Group("both") {
                    one; two
                }
            ).isSuccess
        )
        #expect(journal.entries == ["work", "work"])
    }

    @Test func `Procedures with the same id share running work and its outcome (Y2)`()
        async throws
    {
        let journal = Journal()
        let queue = ProcedureQueue(width: 2)
        let (begun, mayReturn) = (Latch(), Latch())
        let work: @Sendable () async -> Int = {
            journal.note("work")
            begun.open()
            await mayReturn.wait()
            return journal.entries.count
        }
        let first = queue.enqueue(Procedure("first", work).unique("backup"))
        await begun.wait()
        let second = queue.enqueue(
            Procedure("second", work).unique("backup")
                .observer(BlockObserver(willExecute: { _ in mayReturn.open() }))
        )

        #expect(try await first.outcome().get() == 1)
        #expect(try await second.outcome().get() == 1)
        #expect(journal.entries == ["work"])
    }
}
