import Synchronization
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// Ignores its deadline the first two times.
private final class SlowToAnswer: Condition {
    let name = "slow to answer"
    let begun: AsyncStream<Void>
    let latch = Latch()
    private let begin: AsyncStream<Void>.Continuation
    private let times = Atomic(0)

    init() { (begun, begin) = AsyncStream.makeStream() }

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        guard times.wrappingAdd(1, ordering: .relaxed).newValue <= 2 else { return .satisfied }
        begin.yield()
        await latch.wait()
        return .satisfied
    }
}

@Suite struct `The limit of a retry` {
    @Test func `The limit of a retry counts from the first attempt`() async {
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, exclusion: ProcessExclusion(), clock: clock)
        let condition = SlowToAnswer()
        let procedure = Procedure("retried") {}
            .condition(condition, within: .seconds(1))
            .retried(upTo: 10, within: .seconds(1.5))

        async let outcome = queue.run(procedure)
        var begun = condition.begun.makeAsyncIterator()
        for _ in 1...2 {
            await begun.next()
            await clock.sleepers(1)
            clock.advance(by: .seconds(1))
        }

        #expect(await outcome.word == "refused")
        condition.latch.open()
    }
}
