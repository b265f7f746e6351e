import CLinux
import Glibc

/// How an attempt to connect ended; each with the `errno` that said so.
package enum ConnectOutcome: Hashable, Sendable {
    /// A peer that accepts and then hangs up, even at once, was connected.
    case connected
    /// The peer is there, and nothing listens: `ECONNREFUSED`.
    case refused(Int32)
    /// No way to the peer from here: `ENETUNREACH`, `EHOSTUNREACH`, `EAFNOSUPPORT` for a family that
    /// this system does not have, and the like.
    case unreachable(Int32)
    /// `EACCES`, `EPERM`: the permissions of a Unix socket or its path, a prohibited route, a filter.
    case notPermitted(Int32)
    /// A Unix socket's path leads nowhere: `ENOENT`, `ENOTDIR`.
    case missing(Int32)
    /// No answer within the limit, or `ETIMEDOUT` from the kernel, which gives up by itself.
    case timedOut

    /// What an `errno` of socket(2) or connect(2) says about the peer; nil where it says nothing.
    init?(errno code: Int32) {
        switch code {
        // A reset is answered so only after the handshake; before, it is ECONNREFUSED.
        case 0, EISCONN, ECONNRESET, EPIPE: self = .connected
        case ECONNREFUSED: self = .refused(code)
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, ENONET, ENOPROTOOPT, EAFNOSUPPORT:
            self = .unreachable(code)
        case EACCES, EPERM: self = .notPermitted(code)
        case ENOENT, ENOTDIR: self = .missing(code)
        case ETIMEDOUT: self = .timedOut
        default: return nil
        }
    }
}
