import CLinux
import Glibc

/// Who listened at the other end of a Unix socket when it was connected; see `SO_PEERCRED` in unix(7).
///
/// It is the process that called listen(2): of a socket that systemd activates that is systemd. The ids are
/// those of the moment of that call.
public struct SocketPeer: Hashable, Sendable {
    /// By the numbers of our pid namespace; 0 for a process that has none there.
    public let pid: Int32
    /// By our user namespace; the overflow id where it has none there.
    public let user: UInt32
    public let group: UInt32
    /// Whether that process has not ended since, so that ``pid`` is no other's by now. Nil where the
    /// kernel does not tell, which it does from Linux 6.5 on (`SO_PEERPIDFD`).
    public let isAlive: Bool?

    package init(pid: Int32, user: UInt32, group: UInt32, isAlive: Bool? = nil) {
        self.pid = pid
        self.user = user
        self.group = group
        self.isAlive = isAlive
    }

    init?(of socket: borrowing Descriptor) {
        var found = ucred()
        guard Socket.read(SO_PEERCRED, of: SOL_SOCKET, on: socket.number, into: &found) == 0,
            found.uid != .max
        else { return nil }
        let isAlive = Self.isAlive(atOtherEndOf: socket)
        self.init(pid: found.pid, user: found.uid, group: found.gid, isAlive: isAlive)
    }

    private static func isAlive(atOtherEndOf socket: borrowing Descriptor) -> Bool? {
        var number: Int32 = -1
        let code = Socket.read(
            clinux_peer_pidfd,
            of: SOL_SOCKET,
            on: socket.number,
            into: &number
        )
        // Of one that was reaped there is none to be had.
        guard code == 0 else { return code == ESRCH ? false : nil }
        let process = Descriptor(owning: number)
        // A pidfd can be read from once its process has ended, see pidfd_open(2).
        var ended = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one structure, and does not wait.
        return unsafe poll(&ended, 1, 0) == 0
    }
}
