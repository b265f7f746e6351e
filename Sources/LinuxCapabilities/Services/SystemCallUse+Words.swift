import Kernel
import ServiceModel

// The system calls for which each word stands. docs/units.md lists them.
extension SystemCallUse {
    private static let opening = Step.call(opens, others: ["open_by_handle_at"])
    private static let opens = ["open", "openat", "openat2"]

    init(_ action: FileAccess.Action) {
        switch action {
        case .list: self.init([Self.opening], later: [.call(["getdents", "getdents64"])])
        case .changeMode:
            // An access list changes the mode too.
            let others = ["fchmodat2", "setxattr", "lsetxattr", "fsetxattr", "setxattrat"]
            self.init([.call(["chmod", "fchmod", "fchmodat"], others: others)])
        case .setAttribute, .setList:
            self.init([.call(["setxattr", "lsetxattr", "fsetxattr"], others: ["setxattrat"])])
        default:
            self.init([.call(Self.calls(of: action), others: Self.others(for: action))])
        }
    }

    private static func calls(of action: FileAccess.Action) -> [String] {
        switch action {
        case .access: ["access", "faccessat", "faccessat2"]
        case .read, .readWrite: ["open", "openat", "openat2"]
        case .write, .append, .openTruncate, .openCreate: ["open", "openat", "openat2", "creat"]
        case .create(.file): ["open", "openat", "openat2", "creat", "mknod", "mknodat"]
        case .truncate: ["truncate"]
        case .execute, .executeFrom: ["execve", "execveat"]
        case .search: ["chdir"]
        case .stat: ["stat", "lstat", "newfstatat", "statx"]
        case .readLink: ["readlink", "readlinkat"]
        case .create(.directory): ["mkdir", "mkdirat"]
        case .create(.symlink): ["symlink", "symlinkat"]
        case .create(.fifo), .create(.device): ["mknod", "mknodat"]
        case .delete(.file): ["unlink", "unlinkat"]
        case .delete(.directory): ["rmdir", "unlinkat"]
        case .delete(nil): ["unlink", "rmdir", "unlinkat"]
        case .rename: ["rename", "renameat", "renameat2"]
        case .link: ["link", "linkat"]
        case .changeOwner, .changeGroup: ["chown", "lchown", "fchown", "fchownat"]
        case .touch: ["utime", "utimes", "futimesat", "utimensat"]
        case .list, .changeMode, .setAttribute, .setList: []
        }
    }

    /// The calls that have the same effect, possibly with a file that another call opened.
    private static func others(for action: FileAccess.Action) -> [String] {
        switch action {
        case .read, .readWrite, .write, .append, .openTruncate: ["open_by_handle_at"]
        case .rename: ["link", "linkat"]
        case .access: opens
        // A write sets both times, and a read may set one.
        case .touch: ["write", "pwrite64", "writev", "pwritev", "pwritev2"]
        case .truncate: opens + ["creat"]
        // Each path through a directory is a search.
        case .search: opens + ["fchdir", "stat", "lstat", "newfstatat", "statx", "execve"]
        case .stat: opens
        default: []
        }
    }

    static let executing = Self([.call(["execve"])])
    static let reading = Self([opening])
    /// A process can also be read and written by its `/proc/PID/mem`.
    static let tracing = Self([
        .call(["ptrace", "process_vm_readv", "process_vm_writev"], others: opens)
    ])

    static func connecting(_ families: [AddressFamily]) -> Self {
        // sendto(2) also connects, with MSG_FASTOPEN or a datagram socket.
        Self(socket(families) + [.call(sending)])
    }

    /// - Parameter port: The port of the address; nil if it has none.
    static func binding(_ families: [AddressFamily], port: UInt16?) -> Self {
        // These calls bind a socket that is not bound to some port of `ip_local_port_range`, which the program can
        // narrow to one port (`IP_LOCAL_PORT_RANGE`).
        let others = port.map { $0 >= 1024 ? ["listen"] + sending : [] } ?? []
        return Self(socket(families) + [.call(["bind"], others: others)])
    }

    private static let sending = ["connect", "sendto", "sendmsg", "sendmmsg"]

    /// The steps to a socket that can send to addresses of these families.
    private static func socket(_ families: [AddressFamily]) -> [Step] {
        // A socket of AF_INET6 sends to `::ffff:` and an address of IPv4. A datagram socket of socketpair(2) can be
        // bound, and can connect to others.
        let mapped = families.contains(.inet) && !families.contains(.inet6)
        let pair = families.contains(.unix) ? ["socketpair"] : []
        return [
            .call(["socket"], others: pair),
            .family(families, others: mapped ? [.inet6] : [], calls: pair),
        ]
    }

    static func creatingSocket(_ family: AddressFamily) -> Self {
        // The kernel takes a socket of AF_INET and SOCK_PACKET for one of AF_PACKET (__sock_create, net/socket.c).
        Self([.call(["socket"]), .family([family], others: family == .packet ? [.inet] : [])])
    }

    /// The resolver reads files and may ask name servers and local services.
    static let resolving = Self([
        .call([
            "open", "openat", "read", "close", "socket", "connect", "sendto", "sendmsg", "sendmmsg",
            "recvfrom", "recvmsg", "poll",
        ]),
        .family([.unix, .inet, .inet6, .netlink]),
    ])

    /// A call over the system bus.
    static let callingBus = Self([
        .call(["socket", "connect", "sendmsg", "recvmsg"]), .family([.unix]),
    ])
}

extension IPAddress {
    var family: AddressFamily {
        switch self {
        case .ipv4: .inet
        case .ipv6: .inet6
        }
    }
}
