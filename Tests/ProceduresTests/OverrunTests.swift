import Logging
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// Goes through all deadlines a second time while the first pass reports an overrun, as two alarms may do.
private struct RingingHandler: LogHandler {
    let ring: @Sendable () -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if "\(event.message)".contains("is waited for") { ring() }
    }
}

@Suite struct `An overrun` {
    @Test func `An overrun is counted once, although two alarms ring`() async throws {
        let clock = ManualClock()
        let core = Locked<QueueCore?>(nil)
        let handler = RingingHandler(ring: {
            let core = core.withLock { core in
                defer { core = nil }
                return core
            }
            for run in core?.active.all ?? [] {
                _ = run.expire(at: Nanoseconds(clamping: .seconds(2)))
            }
        })
        let queue = ProcedureQueue(
            width: 1,
            logger: Logger(label: "test") { _ in handler },
            clock: clock
        )
        core.withLock { $0 = queue.core }
        let handle = queue.enqueue(
            Procedure("work") { await untilCancelled() }.deadlines { $0.overall = .seconds(1) }
        )
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = try await handle.outcome()
        #expect(queue.activity.overrunning == 0)
    }
}
