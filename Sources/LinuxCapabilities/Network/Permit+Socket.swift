public import Capabilities
import Kernel
public import LinuxSystem

extension Permit where Subject == NetworkReachability {
    /// Hands over the very socket that was judged: of a `connect` the connection, of a `bind` the bound
    /// socket, which listens where it is of TCP or in the file system.
    ///
    /// Each call gives one more descriptor of the same socket, close-on-exec. What the permit has is closed
    /// with it: a connection that nobody took is hung up, and a name in the file system that nobody took is
    /// removed. Whoever takes a socket of the file system removes its name when it is done.
    ///
    /// From the look on, which may be long before the work begins, clients of a server wait to be accepted.
    /// Where the work does not begin then, they are hung up on.
    ///
    /// It blocks, but for a socket that was passed or that this process had before: that is as it was, of
    /// which `O_NONBLOCK` and the rest are shared with it.
    ///
    /// - Throws: ``SystemError`` with `EMFILE` or `ENFILE` where there is no room for a descriptor; with
    ///   `EOPNOTSUPP` for `resolve` and `route`, for another subject than this process, and for a host without
    ///   sockets, such as a fake.
    /// - SeeAlso: accept(2), unix(7), `F_DUPFD_CLOEXEC` in fcntl(2).
    public borrowing func socket() throws(SystemError) -> OpenSocket {
        let name = capability.name
        guard let socket = held else {
            let remedy =
                "only `connect` and `bind` have one, of this process, on a live host"
            throw SystemError("socket(2)", name, code: .EOPNOTSUPP, remedy: remedy)
        }
        return OpenSocket(try socket.duplicate(for: name), capability.object)
    }

    /// Who listens at the Unix socket that was connected; nil for all others.
    public var peer: SocketPeer? { held?.peer }
}
