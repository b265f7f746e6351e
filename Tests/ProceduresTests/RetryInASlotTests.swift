import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

@Suite struct `A procedure that waited too long` {
    private let exclusion = ProcessExclusion()
    private let alone = MutuallyExclusive("backup")

    /// Starts a procedure that is alone in its category until a latch opens.
    private func holder(until latch: Latch) async -> ProcedureHandle<Void> {
        let queue = ProcedureQueue(width: 1, exclusion: exclusion)
        let holder = queue.enqueue(Procedure("holder") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        return holder
    }

    @Test func `A retry waits for a slot, and runs beside no other on a queue of one`()
        async throws
    {
        let clock = ManualClock()
        let queue = ProcedureQueue(width: 1, exclusion: exclusion, clock: clock)
        let (released, ended) = (Latch(), Latch())
        let holder = await holder(until: released)
        let besides = Journal()
        let look = BlockCondition("look") {
            if queue.activity.phases[.execution] == 1 { besides.note("looks beside another") }
            return true
        }
        let late = queue.enqueue(
            Procedure("late") {}.condition(look).condition(alone)
                .deadlines { $0.exclusion = .seconds(1) }.retried(upTo: 2)
        )
        while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
        let other = queue.enqueue(
            Procedure("other") {
                await ended.wait()
                for _ in 0..<1_000 { await Task.yield() }
            }
        )
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        await clock.sleepers(1)

        clock.advance(by: .seconds(1))
        while queue.activity.phases[.exclusion] == 1 { await Task.yield() }
        released.open()
        #expect(try await holder.outcome().isSuccess)
        ended.open()

        #expect(try await other.outcome().isSuccess)
        #expect(try await late.outcome().isSuccess)
        #expect(besides.entries == [])
    }

    @Test func `A procedure whose overall deadline passes at the gate does not run`() async {
        let queue = ProcedureQueue(width: 1, clock: ManualClock())
        let late = ExpiringScope { [core = queue.core] in
            for run in core.active.all { _ = run.expire(at: Nanoseconds(clamping: .seconds(2))) }
        }
        let procedure = Procedure("late") { Issue.record("it ran") }
            .condition(MutuallyExclusive("backup", in: late))
            .deadlines { $0.overall = .seconds(1) }

        let outcome = await queue.run(procedure)

        #expect(outcome.refusal?.phase == .exclusion)
        #expect(
            "\(outcome)"
                == "refused: `late` did not run: `late` did not start its work within its overall "
                + "deadline of 1 s"
        )
    }
}

/// Admits every request after the total time has expired.
private final class ExpiringScope: ExclusionScope {
    let name = "the test"
    private let expire: @Sendable () -> Void

    init(_ expire: @escaping @Sendable () -> Void) { self.expire = expire }

    func acquire(_ request: ExclusionRequest) {
        expire()
        request.grant()
    }

    func release(_ request: ExclusionRequest) {}
    func obstacles(to request: ExclusionRequest) -> [Reason] { [] }
}
