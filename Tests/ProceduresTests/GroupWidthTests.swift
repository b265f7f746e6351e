import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `A group of limited width` {
    let clock = ManualClock()

    /// The test runs many times: the child past its deadline must have been found ready and beyond the width before.
    @Test(.timeLimit(.minutes(20)), arguments: 0..<50)
    func `A group starts the next child after one past its deadline`(attempt: Int) async throws {
        let queue = ProcedureQueue(width: 3, clock: clock)
        let (started, late, release) = (Latch(), Latch(), Latch())
        let first = Procedure("first") {
            started.open()
            await release.wait()
        }
        let second = Procedure("second") {}
            .deadlines { $0.dependencies = .milliseconds(10) }
            .observer(BlockObserver(didFinish: { _, _ in late.open() }))
        let third = Procedure("third") {}
        let group = Group("group", onFailure: .ignore, width: 1, [first, second, third])
        let handle = queue.enqueue(group)

        await started.wait()
        for _ in 0..<20 { await Task.yield() }
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10))
        await late.wait()
        release.open()
        let outcome = try await handle.outcome()

        let ended = try outcome.get().map(\.outcome.word)
        #expect(ended == ["succeeded", "refused", "succeeded"])
    }
}
