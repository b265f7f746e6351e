import LinuxSystem
import Procedures

/// Looks again each time that the answer may have become yes.
///
/// Every look, wait and subscription that it starts has ended when it returns.
final class NetworkWaiting: Sendable {
    private static let pauses = WaitStrategy.exponential(from: .milliseconds(100))
        .atMost(.seconds(5)).jittered()

    private let capability: NetworkReachability
    private let last: Locked<NetworkReachabilityStatus>

    init(_ first: NetworkReachabilityStatus, for capability: NetworkReachability) {
        self.capability = capability
        last = Locked(first)
    }

    /// Returns the status when there is nothing more to wait for, or when the time is over.
    func status(within limit: Duration) async throws -> NetworkReachabilityStatus {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await self.wait() }
            group.addTask { await self.capability.host.timer.pause(for: limit) }
            try await group.next()
            try Task.checkCancellation()
            return last.withLock { $0 }
        }
    }

    private func wait() async throws {
        let changes = try await capability.changes()
        var looks = 0
        while true {
            // The subscription exists already, so it reports any change after this look.
            let status = try await capability.authorizationStatus()
            last.withLock { $0 = status }
            guard status.isWaitedFor else { return }
            looks += 1
            try await pause(status, after: looks, changes)
        }
    }

    private func pause(
        _ status: NetworkReachabilityStatus,
        after looks: Int,
        _ changes: any NetworkChangeSource
    ) async throws {
        guard status.awaited == .peer else {
            _ = try await changes.next()
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { _ = try await changes.next() }
            group.addTask { [timer = capability.host.timer] in
                await timer.pause(for: Self.pauses.delay(beforeAttempt: looks))
            }
            try await group.next()
        }
    }
}
