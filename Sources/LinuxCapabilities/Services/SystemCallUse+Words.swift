import Kernel
import ServiceModel

// The system calls for which each word stands. docs/units.md lists them.
extension SystemCallUse {
    private static let opening = Step.call(["open", "openat", "openat2"])

    init(_ action: FileAccess.Action) {
        switch action {
        case .list: self.init([Self.opening], later: [.call(["getdents", "getdents64"])])
        case .changeMode:
            self.init([.call(["chmod", "fchmod", "fchmodat"], newer: ["fchmodat2"])])
        case .setAttribute, .setList:
            self.init([.call(["setxattr", "lsetxattr", "fsetxattr"], newer: ["setxattrat"])])
        default: self.init([.call(Self.calls(of: action))])
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

    static let executing = Self([.call(["execve"])])
    static let reading = Self([opening])
    static let tracing = Self([.call(["ptrace", "process_vm_readv", "process_vm_writev"])])

    static func connecting(_ families: [AddressFamily]) -> Self {
        // sendto(2) also connects, with MSG_FASTOPEN or a datagram socket.
        Self([
            .call(["socket"]), .family(families),
            .call(["connect", "sendto", "sendmsg", "sendmmsg"]),
        ])
    }

    static func binding(_ families: [AddressFamily]) -> Self {
        Self([.call(["socket"]), .family(families), .call(["bind"])])
    }

    static func creatingSocket(_ family: AddressFamily) -> Self {
        Self([.call(["socket"]), .family([family])])
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
