public import ServiceLifecycle
public import Warrant

/// Runs a round at once and then at intervals, until it is told to stop.
public struct Keeper: Service {
    private let round: Procedure<[GroupOutcome]>
    private let queue: ProcedureQueue
    private let interval: Duration

    public init(
        _ round: Procedure<[GroupOutcome]>,
        on queue: ProcedureQueue,
        every interval: Duration
    ) {
        self.round = round
        self.queue = queue
        self.interval = interval
    }

    public func run() async throws {
        // Enqueued, not awaited: a round that takes long must not keep the service from stopping.
        repeat { queue.enqueue(round) } while await pause()
        // What is under way may end, is cancelled then, and is reported if it ignores that.
        let stuck = await queue.shutdown(within: .seconds(20))
        if !stuck.isEmpty { throw StillRunning(procedures: stuck.map(\.name)) }
    }

    /// Whether there is to be another round: the wait ends at once when the service is to stop.
    private func pause() async -> Bool {
        (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }) != nil
    }
}

/// Work that was cancelled, and has not returned.
public struct StillRunning: Error {
    public let procedures: [String]
}
