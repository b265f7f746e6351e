import CLinux
import Glibc

/// Options of a socket that determine which sockets may share its port. sock_diag(7) does not show them.
package struct SocketOptions: Hashable, Sendable {
    package let reusesAddress: Bool
    /// Nil for a socket that is not an IPv6 socket, and for one of Multipath TCP, which shows not the option of the
    /// socket that holds the port.
    package let isIPv6Only: Bool?

    private init?(of socket: borrowing Descriptor) {
        guard let reuse = Self.number(SOL_SOCKET, SO_REUSEADDR, of: socket) else { return nil }
        reusesAddress = reuse != 0
        let isMultipath =
            Self.number(SOL_SOCKET, SO_PROTOCOL, of: socket) == Int32(IPPROTO_MPTCP)
        let only = Self.number(clinux_ipproto_ipv6, IPV6_V6ONLY, of: socket)
        isIPv6Only = isMultipath ? nil : only.map { $0 != 0 }
    }

    /// Returns the options of sockets by their inodes, for sockets of processes that this thread may trace.
    ///
    /// Each socket is asked through a temporary descriptor of this process. The search walks the descriptors of all
    /// processes, as ss(8) does.
    ///
    /// - SeeAlso: pidfd_getfd(2), `PTRACE_MODE_ATTACH_REALCREDS` in ptrace(2).
    package static func known(of inodes: Set<UInt32>) -> [UInt32: SocketOptions] {
        var known: [UInt32: SocketOptions] = [:]
        for pid in (try? Directory.names(at: "/proc"))?.lazy.compactMap({ Int32($0) }) ?? [] {
            if known.count == inodes.count { break }
            for (descriptor, inode) in descriptors(of: pid, in: inodes) where known[inode] == nil {
                known[inode] = options(of: descriptor, ofProcess: pid, expecting: inode)
            }
        }
        return known
    }

    /// Returns the process' descriptors of these sockets; none if this thread may not look.
    private static func descriptors(
        of pid: Int32,
        in inodes: Set<UInt32>
    ) -> [(descriptor: Int32, inode: UInt32)] {
        let folder = "/proc/\(pid)/fd"
        return ((try? Directory.names(at: folder)) ?? []).compactMap { name in
            guard let inode = socketInode("\(folder)/\(name)"), inodes.contains(inode),
                let number = Int32(name)
            else { return nil }
            return (number, inode)
        }
    }

    /// Returns nil also if the number belongs to another file by now.
    private static func options(
        of descriptor: Int32,
        ofProcess pid: Int32,
        expecting inode: UInt32
    ) -> SocketOptions? {
        let process = clinux_pidfd_open(pid)
        guard process >= 0 else { return nil }
        let handle = Descriptor(owning: process)
        let number = clinux_pidfd_getfd(handle.number, descriptor)
        guard number >= 0 else { return nil }
        let socket = Descriptor(owning: number)
        guard let facts = try? FileCalls.facts(of: socket, at: "a socket"),
            facts.inode == UInt64(inode)
        else { return nil }
        return SocketOptions(of: socket)
    }

    private static func number(
        _ level: Int32,
        _ option: Int32,
        of socket: borrowing Descriptor
    ) -> Int32? {
        var value: Int32 = 0
        return Socket.read(option, of: level, on: socket.number, into: &value) == 0 ? value : nil
    }
}
