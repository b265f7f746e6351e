public import Capabilities
import Kernel
public import LinuxSystem

extension Permit where Subject == NetworkReachability {
    /// Hands over the very socket that was judged: the connection of a `connect`, the bound socket of a `bind`. A bound
    /// socket listens if it is a TCP socket or in the file system.
    ///
    /// Each call gives another descriptor of the same socket, close-on-exec. The permit closes its own socket when it
    /// ends. A connection that was not taken is then closed, and a name in the file system that was not taken is
    /// removed. A caller that takes a socket in the file system removes its name when it is done.
    ///
    /// From the look on, which may be long before the work begins, clients of a server wait to be accepted. If the work
    /// does not begin, their connections are closed.
    ///
    /// The socket blocks, except one that was passed or that this process already had. Such a socket stays as it was,
    /// and shares `O_NONBLOCK` and the other flags.
    ///
    /// - Throws: ``SystemError`` with `EMFILE` or `ENFILE` if there is no room for a descriptor; with `EOPNOTSUPP` for
    ///   `resolve` and `route`, for another subject than this process, and for a host without sockets, such as a fake.
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

    /// The process that listens at the connected Unix socket; nil for all other questions.
    public var peer: SocketPeer? { held?.peer }
}
