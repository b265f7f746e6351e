public import ServiceLifecycle
public import Warrant

/// Runs a round at once and then at intervals, until the service stops.
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
        // The round is not awaited, because a long round must not delay the stop of the service.
        repeat { queue.enqueue(round) } while await pause()
        // A running round may finish within 20 s. It is then cancelled, and reported if it goes on.
        let stuck = await queue.shutdown(within: .seconds(20))
        if !stuck.isEmpty { throw StillRunning(procedures: stuck.map(\.name)) }
    }

    /// Waits for the next round. Returns false at once if the service stops.
    private func pause() async -> Bool {
        (try? await cancelWhenGracefulShutdown { try await Task.sleep(for: interval) }) != nil
    }
}

/// Procedures that were cancelled and have not returned.
public struct StillRunning: Error {
    public let procedures: [String]
}
