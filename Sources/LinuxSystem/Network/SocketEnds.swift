import CLinux
import Glibc

/// The ends of sockets of one port, as the kernel reports them over sock_diag(7).
///
/// For a connection that goes into `TIME_WAIT`, the kernel reports the start of that state, but not its end. The kernel
/// does not report that a socket begins to hold a port. The object needs no privilege, and belongs to the network
/// namespace of the thread that makes it.
package final class SocketEnds: Sendable {
    private let socket: Socket

    /// - Parameter port: In host byte order. The kernel filters out other ports, so they cause no wake-up.
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

    /// Whether a socket ended since the last call, or the kernel had no room for the report. It does not wait.
    package func taken() throws(SystemError) -> Bool {
        var hasEnd = false
        while true {
            var byte: UInt8 = 0
            // SAFETY: the kernel writes at most one byte. The rest is cut off and not needed.
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

/// The groups of TCP and UDP, over IPv4 and IPv6.
private let endGroups = [
    SKNLGRP_INET_TCP_DESTROY, SKNLGRP_INET_UDP_DESTROY, SKNLGRP_INET6_TCP_DESTROY,
    SKNLGRP_INET6_UDP_DESTROY,
].map(\.rawValue)
