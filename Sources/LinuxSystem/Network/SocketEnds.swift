import CLinux
import Glibc

/// The ends of sockets of one port, as the kernel tells them over sock_diag(7).
///
/// Of a connection in `TIME_WAIT` the end is told when it gets there, and not when it leaves. That a socket
/// begins to hold a port the kernel tells nobody. It needs no privilege, and belongs to the network namespace
/// of the thread that makes it.
package final class SocketEnds: Sendable {
    private let socket: Socket

    /// - Parameter port: In host byte order. The kernel sorts out all others, so that they wake nobody.
    /// - Throws: ``SystemError`` as socket(2), setsockopt(2) and bind(2) fail.
    package init(ofPort port: UInt16) throws(SystemError) {
        let object = "ends of sockets of port \(port)"
        let type = clinux_raw | clinux_nonblocking
        let socket = try Socket(
            family: AF_NETLINK,
            type: type,
            protocol: NETLINK_SOCK_DIAG,
            for: object
        )
        guard clinux_filter_ends_of_port(socket.descriptor, port) == 0 else {
            throw SystemError("setsockopt(2)", object, code: errno)
        }
        try socket.subscribe(to: endGroups, for: object)
        self.socket = socket
    }

    /// As ``NetworkChanges/listen(_:)``.
    package func listen(
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DescriptorEvents.Listener {
        try DescriptorEvents.shared.listen(to: socket.descriptor, tell)
    }

    /// Whether there was any since the last call, or the kernel had no room to tell. Does not wait.
    package func taken() throws(SystemError) -> Bool {
        var hasEnd = false
        while true {
            var byte: UInt8 = 0
            // SAFETY: the kernel writes at most the one byte; what is cut off nobody wants.
            let length = unsafe recv(socket.descriptor, &byte, 1, 0)
            let code = errno
            if length > 0 || code == ENOBUFS {
                hasEnd = true
            } else if code == EAGAIN {
                return hasEnd
            } else if length == 0 || code != EINTR {
                throw SystemError("recv(2)", "ends of sockets", code: code)
            }
        }
    }
}

/// Of TCP and UDP, over IPv4 and IPv6.
private let endGroups = [
    SKNLGRP_INET_TCP_DESTROY, SKNLGRP_INET_UDP_DESTROY, SKNLGRP_INET6_TCP_DESTROY,
    SKNLGRP_INET6_UDP_DESTROY,
].map(\.rawValue)
