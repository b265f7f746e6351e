import Capabilities
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

private let gone = Reason("gone", "key", "is gone")

@Suite(.timeLimit(.minutes(20))) struct `Log of decisions` {
    private let log = KeptLog()
    private let key = ScriptedCapability("key", .authorized())

    private var decisions: [String] { log.decisions.map(\.message) }

    /// Work that lasts until it is cancelled, and withdraws the key's authorization.
    private var work: Procedure<Void> {
        Procedure("work") { [key] in
            key.change(to: .denied([gone]))
            await untilCancelled()
            throw CancellationError()
        }
    }

    @Test func `A decision made during the work is logged`() async throws {
        let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion(), logger: log.logger)
        let (latch, alone) = (Latch(), MutuallyExclusive("backup"))
        let first = queue.enqueue(Procedure("first") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        let either = AnyOf {
            AuthorizedFor(key, while: .executing)
            AuthorizedFor(ScriptedCapability("other", .denied([])))
        }
        let second = queue.enqueue(work.condition(either).condition(alone))
        while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
        latch.open()
        #expect(try await first.outcome().isSuccess)
        #expect(try await second.outcome().cancellation?.cause == .ended(gone))
        #expect(decisions == ["authorized: key", "authorized: key", "denied: other"])
    }

    @Test func `A late decision is logged once as undetermined`() async {
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, logger: log.logger, clock: clock)
        let slow = Holding(verdict: .authorized(), isSlow: true)
        let either = AnyOf {
            AuthorizedFor(key, while: .executing)
            AuthorizedFor(slow, within: .seconds(60))
        }
        let run = Task { [work] in
            await queue.run(work.condition(either, within: .seconds(5)))
        }
        await slow.begun.wait()
        // The timer sleeps for three deadlines: those of the gate, of the other condition and of its check.
        while queue.core.timer.count < 3 { await Task.yield() }
        clock.advance(by: .seconds(5))
        #expect(await run.value.cancellation?.cause == .ended(gone))
        slow.mayEnd.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
        #expect(decisions == ["authorized: key", "undetermined: key"])
        #expect(log.decisions.last?.metadata["reason"] == "key gave no answer within 5 s")
    }

    @Test func `A decision without an evaluation is logged`() async {
        let other = ScriptedCapability("other", .authorized())
        let all = AllOf {
            Not(AuthorizedFor(other))
            TrueCondition()
        }
        let work = Procedure("work") {}
            .condition(AuthorizedFor(key), within: .zero).condition(all, within: .zero)
        let queue = ProcedureQueue(width: 1, logger: log.logger)
        #expect(await queue.run(work).ending == .refused)
        #expect(decisions == ["undetermined: key", "undetermined: other"])
        #expect(
            log.decisions.map { $0.metadata["reason"] } == [
                "key gave no answer within 0 s",
                "all of (not other, true) gave no answer within 0 s",
            ]
        )
        #expect(log.decisions.allSatisfy { $0.metadata["subject"] != nil })
        #expect((key.looks, other.looks) == (0, 0))
    }
}
