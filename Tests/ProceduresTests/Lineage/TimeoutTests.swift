import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A timeout` {
    let clock = ManualClock()
    let queue: ProcedureQueue

    init() { queue = ProcedureQueue(width: 4, deadlines: .endless, clock: clock) }

    func lasting(_ name: String = "slow") -> Procedure<Void> {
        Procedure(name) {
            await untilCancelled()
            try Task.checkCancellation()
        }
    }

    func cause(_ outcome: Outcome<Void>) -> Cancellation.Cause? { outcome.cancellation?.cause }

    @Test func `A timeout cancels work that takes longer, and names its limit (R1)`() async {
        let procedure = lasting().observer(Timeout(.milliseconds(100)))
        let outcome = await clock.passing { [queue] in await queue.run(procedure) }

        #expect(cause(outcome) == .executionDeadline(.milliseconds(100)))
        #expect(
            outcome.cancellation?.description
                == "`slow` was cancelled; its work took longer than 100 ms"
        )
    }

    @Test func `A timeout does not change an earlier cancellation (R3)`() async throws {
        queue.suspend()
        let handle = queue.enqueue(lasting().observer(Timeout(.milliseconds(100))))
        handle.cancel()

        #expect(try await cause(handle.outcome()) == .requested)
    }

    @Test func `A timeout does not change work that ends in time (R4)`() async {
        let outcome = await queue.run(
            Procedure("fast") { [clock] in clock.advance(by: .milliseconds(99)) }
                .observer(Timeout(.milliseconds(100)))
        )

        #expect(outcome.isSuccess)
    }

    @Test func `The shortest of several timeouts applies (R6)`() async {
        let limits = [300, 100, 400, 200].map { Timeout(.milliseconds($0)) }
        let procedure = limits.reduce(lasting()) { $0.observer($1) }
        let outcome = await clock.passing { [queue] in await queue.run(procedure) }

        #expect(cause(outcome) == .executionDeadline(.milliseconds(100)))
    }

    @Test func `A shared timeout applies to each procedure separately (R7)`() async throws {
        let timeout = Timeout(.milliseconds(100))
        let slow = ["one", "two"].map { queue.enqueue(lasting($0).observer(timeout)) }
        let fast = await queue.run(Procedure("fast") {}.observer(timeout))

        #expect(fast.isSuccess)
        for handle in slow {
            let outcome = await clock.passing { try? await handle.outcome() }
            #expect(outcome.flatMap(cause) == .executionDeadline(.milliseconds(100)))
        }
    }
}
