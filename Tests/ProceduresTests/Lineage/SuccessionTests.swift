import Procedures
import Synchronization
import TestSupport
import Testing

/// Lineage M.
@Suite struct `A procedure after others` {
    let queue = ProcedureQueue(width: 3)
    let journal = Journal()

    private func noting(_ name: String) -> Procedure<Void> {
        Procedure(name) { [journal] in
            for _ in 0..<20 { await Task.yield() }
            journal.note(name)
        }
    }

    @Test func `A following procedure or closure runs after the first (M1 M2)`() async throws {
        try await queue.run(noting("first").then(noting("second"))).get()
        let third = noting("first").then("third") { [journal] in
            journal.note("third")
            return 3
        }

        #expect(try await queue.run(third).get() == 3)
        #expect(journal.entries == ["first", "second", "first", "third"])
    }

    @Test func `A follower is refused if the first fails, and fails if it throws`() async {
        let broken = Procedure("broken") { throw Broken() }

        #expect(await queue.run(broken.then(noting("next"))).word == "refused")
        #expect(await queue.run(noting("first").then("next") { throw Broken() }).word == "failed")
        #expect(journal.entries == ["first"])
    }

    @Test func `A procedure runs after each one in a list (M5 M9)`() async throws {
        let seen = Locked<[String]>([])
        let condition = Looking { dependencies in
            seen.withLock { $0 = dependencies.map(\.procedure.name) }
        }
        let last = noting("last").after([noting("a"), noting("b"), noting("c")])

        try await queue.run(last.condition(condition)).get()

        #expect(seen.withLock { $0 } == ["a", "b", "c"])
        #expect(journal.entries.dropLast().sorted() == ["a", "b", "c"])
        #expect(journal.entries.last == "last")
    }

    private struct Looking: Condition {
        let name = "looking"
        let look: @Sendable ([DependencyOutcome]) -> Void

        func evaluate(in context: ConditionContext) async -> ConditionResult {
            look(context.dependencies)
            return .satisfied
        }
    }

    @Test func `A closure after a list receives all outputs (M6)`() async throws {
        let all = gather((1...3).map { number in Procedure("\(number)") { number } })
        let sum = all.then("sum") { $0.reduce(0, +) }

        #expect(try await queue.run(sum).get() == 6)
    }

    @Test func `A procedure that requires only completion runs after a cancelled one (M10)`()
        async throws
    {
        let narrow = ProcedureQueue(width: 1)
        let ran = Atomic(0)
        let works = (0..<1_000).map { _ in
            let cancelled = Procedure("cancelled") { throw CancellationError() }
            let other = Procedure("other") { _ = ran.wrappingAdd(1, ordering: .relaxed) }
            return Procedure("dependent") { _ = ran.wrappingAdd(1, ordering: .relaxed) }
                .after([cancelled, other], requiring: .completion)
        }

        let handles = works.map { narrow.enqueue($0) }

        for handle in handles { #expect(try await handle.outcome().word == "succeeded") }
        #expect(ran.load(ordering: .relaxed) == 2_000)
    }

    /// If anything is retained, the test ends with its time limit.
    @Test(.timeLimit(.minutes(20)))
    func `A cancelled procedure leaves the queue and releases others (M11)`() async throws {
        let isReleased = Latch()
        queue.suspend()
        do {
            let first = noting("first").observer(Releasing(isReleased))
            let handle = queue.enqueue(noting("second").after(first))
            #expect(queue.activity.phases == [.dependencies: 2])
            handle.cancel()
            #expect(try await handle.outcome().word == "cancelled")
        }
        await isReleased.wait()
        // The last procedure of a run leaves the queue just after it has notified its waiters.
        await queue.shutdown(within: .seconds(60))

        #expect(queue.activity.phases.isEmpty)
        #expect(journal.entries == [])
    }

    /// If one gets stuck, the test ends with its time limit.
    @Test(.timeLimit(.minutes(20)))
    func `A finished procedure may enqueue the next one, 5,000 times (M12)`() async {
        let ran = Atomic(0)
        let isOver = Latch()
        @Sendable func enqueue(_ number: Int) {
            let observer = BlockObserver(didFinish: { _, outcome in
                if !outcome.isSuccess || number == 5_000 {
                    isOver.open()
                } else {
                    enqueue(number + 1)
                }
            })
            queue.enqueue(
                Procedure("\(number)") { _ = ran.wrappingAdd(1, ordering: .relaxed) }
                    .condition(TrueCondition())
                    .observer(observer)
            )
        }
        enqueue(1)
        await isOver.wait()

        #expect(ran.load(ordering: .relaxed) == 5_000)
    }
}
