import CLinux
import Glibc

/// The process that listened at the other end of a Unix socket when it was connected; see `SO_PEERCRED` in unix(7).
///
/// It is the process that called listen(2). With socket activation, that is systemd. The ids are those at the time of
/// that call.
public struct SocketPeer: Hashable, Sendable {
    /// The process id in our pid namespace; 0 for a process that has none there.
    public let pid: Int32
    /// The user id in our user namespace; the overflow id if the user has none there.
    public let user: UInt32
    public let group: UInt32
    /// Whether the process has not ended yet, so that ``pid`` is still its own. Nil if the kernel does not report it,
    /// before Linux 6.5 (`SO_PEERPIDFD`).
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
        // A process that has been reaped has no pidfd.
        guard code == 0 else { return code == ESRCH ? false : nil }
        let process = Descriptor(owning: number)
        // A pidfd is readable once its process has ended, see pidfd_open(2).
        var ended = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one structure, and does not wait.
        return unsafe poll(&ended, 1, 0) == 0
    }
}
