import CLinux
import Glibc
package import Kernel

/// How an attempt to connect ended; each with the `errno` that said so.
package enum ConnectOutcome: Hashable, Sendable {
    /// A peer that accepts and then hangs up, even at once, was connected.
    case connected
    /// The peer is there, and nothing listens: `ECONNREFUSED`.
    case refused(Errno)
    /// No way to the peer from here: `ENETUNREACH`, `EHOSTUNREACH`, `EAFNOSUPPORT` for a family that
    /// this system does not have, and the like.
    case unreachable(Errno)
    /// `EACCES`, `EPERM`: the permissions of a Unix socket or its path, a prohibited route, a filter.
    case notPermitted(Errno)
    /// A Unix socket's path leads nowhere: `ENOENT`, `ENOTDIR`.
    case missing(Errno)
    /// No answer within the limit, or `ETIMEDOUT` from the kernel, which gives up by itself.
    case timedOut

    /// What an `errno` of socket(2) or connect(2) says about the peer; nil where it says nothing.
    init?(errno code: Int32) {
        let error = Errno(rawValue: code)
        switch code {
        // A reset is answered so only after the handshake; before, it is ECONNREFUSED.
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
