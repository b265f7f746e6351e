import CLinux
import Glibc
package import Kernel

/// The identity of a namespace, unique while it lives; see ioctl_ns(2) and namespaces(7).
package struct NamespaceID: Hashable, Sendable {
    package let device: DeviceNumber
    package let inode: UInt64

    package init(device: DeviceNumber, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

extension NamespaceID {
    /// - Parameter namespace: A file of `/proc/PID/ns`, or one that ioctl_ns(2) opened. Both are the kernel's own, so
    ///   statx(2) waits for no file server.
    package init(of namespace: borrowing Descriptor, at path: String) throws(SystemError) {
        var found = statx()
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(
            namespace.number,
            "",
            AT_EMPTY_PATH | AT_NO_AUTOMOUNT,
            STATX_BASIC_STATS,
            &found
        )
        guard code == 0 else { throw SystemError("statx(2)", path, code: errno) }
        let facts = FileFacts(found)
        self.init(device: facts.device, inode: facts.inode)
    }
}

extension NamespaceID {
    /// Whether it is the initial user namespace, which owns the host: `PROC_USER_INIT_INO` of linux/proc_ns.h.
    package var isInitialUsers: Bool { inode == 0xEFFF_FFFD }

    /// Whether the calling thread is in the initial PID namespace, `PROC_PID_INIT_INO` of linux/proc_ns.h. A container
    /// with a PID namespace of its own is not.
    static var isInitialOwnPID: Bool {
        let path = "/proc/thread-self/ns/pid"
        guard let namespace = try? FileCalls.openOwnProc(path, follow: true) else { return false }
        return (try? NamespaceID(of: namespace, at: path))?.inode == 0xEFFF_FFFC
    }

    /// Returns the user namespace of the calling thread.
    package static func ownUsers() throws(SystemError) -> NamespaceID {
        let path = "/proc/thread-self/ns/user"
        return try NamespaceID(of: try FileCalls.openOwnProc(path, follow: true), at: path)
    }
}

extension NamespaceID: CustomStringConvertible {
    /// The number of the namespace in lsns(8) and readlink(1).
    package var description: String { "\(inode)" }
}

/// The namespaces of a process or a thread on which decisions depend.
package struct Namespaces: Hashable, Sendable {
    /// The kinds, with their names in `/proc/PID/ns`.
    package enum Kind: String, CaseIterable, Sendable {
        case user
        case mount = "mnt"
        case network = "net"
        case pid
    }

    package var user: NamespaceID
    package var mount: NamespaceID
    package var network: NamespaceID
    package var pid: NamespaceID

    package init(user: NamespaceID, mount: NamespaceID, network: NamespaceID, pid: NamespaceID) {
        self.user = user
        self.mount = mount
        self.network = network
        self.pid = pid
    }

    /// Returns the namespaces of the calling thread.
    package static func own() throws(SystemError) -> Namespaces {
        try Namespaces(under: "/proc/thread-self/ns")
    }

    /// - Throws: ``SystemError`` with `EACCES` if this thread may not trace the process; see ptrace(2).
    init(under folder: String) throws(SystemError) {
        func id(_ kind: Kind) throws(SystemError) -> NamespaceID {
            let path = "\(folder)/\(kind.rawValue)"
            return try NamespaceID(of: try FileCalls.openOwnProc(path, follow: true), at: path)
        }
        self.init(
            user: try id(.user),
            mount: try id(.mount),
            network: try id(.network),
            pid: try id(.pid)
        )
    }
}
