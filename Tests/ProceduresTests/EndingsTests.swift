import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// Tells of no end, and listens on until it may return, whatever is cancelled.
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

@Suite(.timeLimit(.minutes(20))) struct `What tells of an end` {
    @Test func `is waited for once the work has returned`() async {
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

    @Test func `is left behind where it ignores that, and counted until it returns`() async {
        let stubborn = Stubborn()
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, clock: clock)
        let procedure = Procedure("work") { await stubborn.begun.wait() }.condition(stubborn)
        let run = Task { await queue.run(procedure) }
        // The timer sleeps for the deadline of the condition, and then for that of who listens.
        await stubborn.begun.wait()
        while queue.core.timer.count < 2 { await Task.yield() }
        clock.advance(by: .seconds(30))
        #expect(await run.value.word == "succeeded")
        #expect(queue.activity.abandonedConditions == 1)
        stubborn.mayEnd.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
    }
}
