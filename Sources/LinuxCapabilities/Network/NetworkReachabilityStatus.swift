public import Capabilities
package import Kernel
public import LinuxSystem

/// The result of one look at the network.
public struct NetworkReachabilityStatus: AuthorizationStatus {
    public let verdict: Verdict
    /// The process that listens at the connected Unix socket; nil for all other questions.
    public let peer: SocketPeer?
    /// The errno that the system call would return, or returned; nil if there is none.
    package let error: Errno?
    /// The change to wait for; nil if waiting does not help.
    let awaited: Awaited?

    enum Awaited: Hashable {
        /// A route, an address or a link, whose changes the kernel announces.
        case network
        /// A peer or an answer, which is not announced; the network may also be missing.
        case peer
    }

    init(
        verdict: Verdict,
        error: Errno? = nil,
        peer: SocketPeer? = nil,
        awaiting awaited: Awaited? = nil
    ) {
        self.verdict = verdict
        self.error = error
        self.peer = peer
        self.awaited = awaited
    }

    public func meets(_ requirement: Void) -> Verdict { verdict }
}

extension NetworkReachabilityStatus: Hashable {
    /// Compares the results, and not what to wait for.
    public static func == (one: Self, other: Self) -> Bool {
        one.verdict == other.verdict && one.error == other.error && one.peer == other.peer
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(verdict)
        hasher.combine(error)
    }
}
