import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// Reports no end, and keeps listening until it may return, regardless of cancellation.
private struct Stubborn: Condition {
    let name = "stubborn"
    let begun = Latch()
    let mayEnd = Latch()
    let hasEnded = Latch()

    func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }

    func endings(in context: ConditionContext) -> Endings? {
        AsyncStream {
            begun.open()
            await mayEnd.wait()
            hasEnded.open()
            return nil
        }
    }
}

/// Ends the admitted work when it rings.
private struct Bell: Condition {
    static let reason = Reason("rung", "bell", "has rung")

    let name = "bell"
    private let sound = AsyncStream<Reason>.makeStream()

    func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
    func endings(in context: ConditionContext) -> Endings? { sound.stream }

    /// - Returns: True if a listener hears it, now or later.
    func ring() -> Bool {
        if case .enqueued = sound.continuation.yield(Self.reason) { true } else { false }
    }
}

/// Gives no answer until it may, regardless of cancellation.
private struct Slow: Condition {
    let name = "slow"
    let begun = Latch()
    let mayAnswer = Latch()

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        begun.open()
        await mayAnswer.wait()
        return .satisfied
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Listening for the end of a condition` {
    @Test func `A run waits for its listener after the work has returned`() async {
        let stubborn = Stubborn()
        let queue = ProcedureQueue(width: 1, clock: ManualClock())
        let procedure = Procedure("work") { await stubborn.begun.wait() }.condition(stubborn)
        let run = Task { await queue.run(procedure) }
        await stubborn.begun.wait()
        stubborn.mayEnd.open()
        #expect(await run.value.word == "succeeded")
        await stubborn.hasEnded.wait()
        #expect(queue.activity.abandonedConditions == 0)
    }

    @Test func `A listener that ignores its cancellation is abandoned and counted`() async {
        let stubborn = Stubborn()
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, clock: clock)
        let procedure = Procedure("work") { await stubborn.begun.wait() }.condition(stubborn)
        let run = Task { await queue.run(procedure) }
        // The timer sleeps for the deadline of the condition, and then for that of the listener.
        await stubborn.begun.wait()
        while queue.core.timer.count < 2 { await Task.yield() }
        clock.advance(by: .seconds(30))
        #expect(await run.value.word == "succeeded")
        #expect(queue.activity.abandonedConditions == 1)
        stubborn.mayEnd.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
    }

    @Test(arguments: ["produced", "nested"])
    func `A listener stays until produced and nested work has ended`(inside: String) async throws {
        let (bell, scope, journal) = (Bell(), ProcessExclusion(), Journal())
        let queue = ProcedureQueue(width: 1, exclusion: scope)
        let (begun, work) = (Latch(), Ending<Execution>())
        let child = Procedure("child") {
            begun.open()
            await untilCancelled()
            journal.note("cancelled")
        }
        let procedure = Procedure("work") { context in
            work.settle(context.execution)
            if inside == "produced" { return _ = try context.produce(child) }
            Task { await queue.run(child) }
            await begun.wait()
        }
        .condition(bell).condition(MutuallyExclusive("c"))
        let run = Task { await queue.run(procedure) }
        await begun.wait()
        while work.value?.inside.isOpen == true { await Task.yield() }

        try #require(bell.ring())
        #expect(await run.value.word == "succeeded")
        #expect(journal.entries == ["cancelled"])
        #expect(scope.isEmpty)
    }

    @Test(arguments: [nil, Duration.seconds(5)])
    func `An ending cancels work if no other condition answers in time`(limit: Duration?) async {
        let (bell, slow, clock) = (Bell(), Slow(), ManualClock())
        let queue = ProcedureQueue(width: 1, clock: clock)
        let either = AnyOf {
            bell
            slow
        }
        let procedure = Procedure("work") {
            await untilCancelled()
            throw CancellationError()
        }
        .condition(either, within: limit)
        let run = Task { await queue.run(procedure) }
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        #expect(bell.ring())
        await slow.begun.wait()
        // The timer sleeps for the deadline of the gate, and then for that of the other condition.
        while queue.core.timer.count < 2 { await Task.yield() }
        clock.advance(by: limit ?? .seconds(30))
        #expect(await run.value.cancellation?.cause == .ended(Bell.reason))
        #expect(queue.activity.abandonedConditions == 1)
        slow.mayAnswer.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
    }
}
