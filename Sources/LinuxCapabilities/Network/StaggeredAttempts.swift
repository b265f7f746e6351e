import Kernel
import LinuxSystem
import Procedures

/// Tries the addresses of a name until one is connected. The next attempt starts when the last has failed, or has not
/// answered for a while.
/// - SeeAlso: RFC 8305, "Happy Eyeballs", sections 4 and 5.
struct StaggeredAttempts {
    /// The "Connection Attempt Delay" recommended by the RFC.
    static let delay = Duration.milliseconds(250)

    private let addresses: [SocketAddress]
    private let timer: DeadlineTimer

    /// - Parameter addresses: The addresses in the order of the resolver.
    init(_ addresses: [SocketAddress], on timer: DeadlineTimer) {
        self.addresses = Self.interleaved(addresses)
        self.timer = timer
    }

    /// Returns one address of each family in turn, beginning with the resolver's first. Each family keeps its order.
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let first = addresses.first else { return [] }
        let one = addresses.filter { $0.isIPv6 == first.isIPv6 }
        let other = addresses.filter { $0.isIPv6 != first.isIPv6 }
        return (0..<max(one.count, other.count)).flatMap { index in
            [one, other].compactMap { index < $0.count ? $0[index] : nil }
        }
    }

    fileprivate enum Event: Sendable {
        case ended(Int, ConnectAttempt)
        case isDue(after: Int)
    }

    /// - Returns: The started attempts in their order; one without an answer in time has no result.
    /// - Throws: The first error of `connect`.
    func findings(
        _ connect: @escaping @Sendable (SocketAddress) async throws -> ConnectAttempt
    ) async throws -> [ConnectFinding] {
        try await withThrowingTaskGroup(of: Event.self) { group in
            defer { group.cancelAll() }
            var ended: [Int: ConnectAttempt] = [:]
            var begun = 0
            func begin() {
                guard begun < addresses.count else { return }
                let index = begun
                begun += 1
                group.addTask { [address = addresses[index]] in
                    .ended(index, try await connect(address))
                }
                group.addTask { [timer] in
                    await timer.pause(for: Self.delay)
                    return .isDue(after: index)
                }
            }
            begin()
            while ended.count < addresses.count, let event = try await group.next() {
                if case .ended(let index, let attempt) = event { ended[index] = attempt }
                if event.isConnection { break }
                if event.index == begun - 1 { begin() }
            }
            return (0..<begun).map { ConnectFinding(address: addresses[$0], attempt: ended[$0]) }
        }
    }
}

extension StaggeredAttempts.Event {
    /// The index of the address.
    fileprivate var index: Int {
        switch self {
        case .ended(let index, _), .isDue(let index): index
        }
    }

    fileprivate var isConnection: Bool {
        if case .ended(_, let attempt) = self { attempt.outcome == .connected } else { false }
    }
}

extension SocketAddress {
    fileprivate var isIPv6: Bool {
        if case .ip(.ipv6, _) = self { true } else { false }
    }
}
