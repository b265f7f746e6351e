import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Gives each run an observer of its own.
private struct Numbering: Observer {
    let journal: Journal
    let count = Counter()

    final class Counter: Sendable {
        private let count = Locked(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    struct OfRun: Observer {
        let number: Int
        let journal: Journal

        func didAttach(to procedure: ProcedureIdentity) { journal.note("\(number) didAttach") }
        func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
            journal.note("\(number) didFinish")
        }
    }

    func observer(of procedure: ProcedureIdentity) -> (any Observer)? {
        procedure.name == "hidden" ? nil : OfRun(number: count.next(), journal: journal)
    }

    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        journal.note("never")
    }
}

@Suite struct `An observer of a run` {
    @TaskLocal static var values: [String] = []

    /// Adds its name to the values.
    private struct Binding: Observer {
        let name: String

        func surround<Result: Sendable>(
            _ procedure: ProcedureIdentity,
            _ attempt: ObservedAttempt<Result>
        ) async -> Result {
            await $values.withValue(values + [name]) { await attempt() }
        }
    }

    let journal = Journal()

    @Test func `Each run of a procedure has the observer that was made for it`() async throws {
        let queue = ProcedureQueue(width: 1, observers: [Numbering(journal: journal)])
        let latch = Latch()
        let work = Procedure("work") { await latch.wait() }
        let handles = [queue.enqueue(work), queue.enqueue(work)]
        latch.open()
        for handle in handles { _ = try await handle.outcome() }
        _ = await queue.run(Procedure("hidden") {})

        #expect(
            journal.entries == ["1 didAttach", "2 didAttach", "1 didFinish", "2 didFinish"]
        )
    }

    @Test func `An observer sees the turn and the result of each condition`() async {
        let queue = ProcedureQueue(width: 1)
        let recorder = EventRecorder()
        let work = Procedure("work") {}
            .condition(Scripted("first", .satisfied))
            .condition(Scripted("second", .refused([])))
            .condition(Scripted("third", .undetermined([])))
            .observer(recorder)

        _ = await queue.run(work)

        #expect(
            recorder.lines.prefix(5) == [
                "work didAttach", "work willAttempt", "work didEvaluate `first` satisfied",
                "work didEvaluate `second` refused", "work didEvaluate `third` undetermined",
            ]
        )
    }

    @Test func `An observer sees a turn before each attempt`() async {
        let recorder = EventRecorder()
        let work = Procedure("work") { throw Broken() }
            .condition(Scripted("room", .satisfied))
            .retried(upTo: 2)
            .observer(recorder)

        _ = await ProcedureQueue(width: 1).run(work)

        let words = recorder.lines.map { $0.split(separator: " ")[1] }
        #expect(words.filter { $0 == "willAttempt" }.count == 2)
        #expect(words.filter { $0 == "didEvaluate" }.count == 2)
    }

    @Test func `An observer sees the result of a condition whose deadline passed`() async {
        struct Deaf: Condition {
            let name = "deaf"
            let latch: Latch
            func evaluate(in context: ConditionContext) async -> ConditionResult {
                await latch.wait()
                return .satisfied
            }
        }
        let (recorder, latch) = (EventRecorder(), Latch())
        let work = Procedure("work") {}
            .condition(Deaf(latch: latch), within: .milliseconds(1))
            .condition(Scripted("late", .satisfied), within: .zero)
            .condition(Scripted("next", .satisfied))
            .observer(recorder)

        _ = await ProcedureQueue(width: 1).run(work)
        latch.open()

        #expect(
            recorder.lines.filter { $0.contains("didEvaluate") } == [
                "work didEvaluate `deaf` undetermined", "work didEvaluate `late` undetermined",
                "work didEvaluate `next` satisfied",
            ]
        )
    }

    @Test
    func `Task-local values of observers reach conditions and work, those of the queue outermost`()
        async
    {
        let queue = ProcedureQueue(width: 1, observers: [Binding(name: "queue")])
        let work = Procedure("work") { Self.values }
            .condition(BlockCondition("bound") { Self.values == ["queue", "procedure"] })
            .observer(Binding(name: "procedure"))

        let outcome = await queue.run(work)

        #expect((try? outcome.get()) == ["queue", "procedure"])
    }
}
