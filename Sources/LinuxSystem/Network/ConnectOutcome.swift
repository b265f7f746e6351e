import CLinux
import Glibc
package import Kernel

/// The outcome of an attempt to connect, with the `errno` that it is based on.
package enum ConnectOutcome: Hashable, Sendable {
    /// Connected, even if the peer closes the connection at once.
    case connected
    /// The peer exists, but no socket listens: `ECONNREFUSED`.
    case refused(Errno)
    /// There is no route to the peer from here: `ENETUNREACH`, `EHOSTUNREACH`, `EAFNOSUPPORT` for a family that this
    /// system does not have, and the like.
    case unreachable(Errno)
    /// `EACCES`, `EPERM`: the permissions of a Unix socket or its path, a prohibited route, a filter.
    case notPermitted(Errno)
    /// A Unix socket's path leads nowhere: `ENOENT`, `ENOTDIR`.
    case missing(Errno)
    /// No answer within the limit, or `ETIMEDOUT` from the kernel, which also gives up by itself.
    case timedOut

    /// Interprets an `errno` of socket(2) or connect(2). Returns nil if it does not concern the peer.
    init?(errno code: Int32) {
        let error = Errno(rawValue: code)
        switch code {
        // ECONNRESET comes only after the handshake. Before it, a reset is ECONNREFUSED.
        case 0, EISCONN, ECONNRESET, EPIPE: self = .connected
        case ECONNREFUSED: self = .refused(error)
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, ENONET, ENOPROTOOPT, EAFNOSUPPORT:
            self = .unreachable(error)
        case EACCES, EPERM: self = .notPermitted(error)
        case ENOENT, ENOTDIR: self = .missing(error)
        case ETIMEDOUT: self = .timedOut
        default: return nil
        }
    }
}
