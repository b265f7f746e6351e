public import Capabilities
package import Kernel
public import LinuxSystem

/// What one look at the network found.
public struct NetworkReachabilityStatus: AuthorizationStatus {
    public let verdict: Verdict
    /// Who listens at the Unix socket that was connected; nil for all others.
    public let peer: SocketPeer?
    /// What the system call would say, or said; nil where it is none that errs.
    package let error: Errno?
    /// What it is that may come while one waits; nil where nothing is waited for.
    let awaited: Awaited?

    enum Awaited: Hashable {
        /// A route, an address or a link, of which the kernel tells.
        case network
        /// A peer or an answer, of which nobody tells; the network may be what it lacks.
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
    /// By what was found.
    public static func == (one: Self, other: Self) -> Bool {
        one.verdict == other.verdict && one.error == other.error && one.peer == other.peer
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(verdict)
        hasher.combine(error)
    }
}
