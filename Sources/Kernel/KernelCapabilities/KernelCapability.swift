/// One of the privileges into which Linux divides the powers of root: a `CAP_*` bit, see capabilities(7).
public struct KernelCapability: RawRepresentable, Hashable, Sendable {
    /// The number of the bit, 0 through 63.
    public let rawValue: UInt8

    /// - Returns: nil for a number above 63, for which no set has room.
    public init?(rawValue: UInt8) {
        guard rawValue < 64 else { return nil }
        self.rawValue = rawValue
    }

    @inlinable init(bit: UInt8) { rawValue = bit }

    /// Creates a capability from its name in the manual page, `CAP_NET_ADMIN`, or from the number of a bit without a
    /// name, `cap_41`. Case does not matter. The text must contain nothing else.
    ///
    /// It does not use cap_from_name(3) of libcap, which accepts `cap_sys_boot2` and `063`.
    public init?(named name: String) {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let word = name.uppercased()
        if let bit = Self.names.firstIndex(of: word) {
            self.init(bit: UInt8(bit))
            return
        }
        guard word.hasPrefix("CAP_"), let bit = UInt8(word.dropFirst(4)), "CAP_\(bit)" == word,
            bit >= Self.names.count, bit < 64
        else { return nil }
        self.init(bit: bit)
    }

    /// The name in the manual page, `CAP_NET_ADMIN`; `cap_41` for a bit without a name.
    public var name: String {
        rawValue < Self.names.count ? Self.names[Int(rawValue)] : "cap_\(rawValue)"
    }

    /// Every capability that has a name, in the kernel's order.
    public static let named: [KernelCapability] = (0..<UInt8(names.count)).map { Self(bit: $0) }

    /// The version of Linux that introduced the capability. Nil for a capability without a name, which no known kernel
    /// has.
    ///
    /// The first capabilities have version 2.2, in which Linux introduced them.
    /// - SeeAlso: capabilities(7), which has the version of each, and include/uapi/linux/capability.h.
    package var firstKernel: KernelVersion? {
        guard Self.named.contains(self) else { return nil }
        return switch self {
        case .perfmon, .bpf: KernelVersion(5, 8)
        case .checkpointRestore: KernelVersion(5, 9)
        case .auditRead: KernelVersion(3, 16)
        case .blockSuspend: KernelVersion(3, 5)
        case .wakeAlarm: KernelVersion(3, 0)
        // Linux 2.6.37 added CAP_SYSLOG, 2.6.25 CAP_MAC_OVERRIDE and CAP_MAC_ADMIN, and other releases the rest.
        case .syslog, .macOverride, .macAdmin, .setfcap, .auditWrite, .auditControl:
            KernelVersion(2, 6)
        case .mknod, .lease: KernelVersion(2, 4)
        default: KernelVersion(2, 2)
        }
    }
}

extension KernelCapability: CustomStringConvertible {
    public var description: String { name }
}

// The table of include/uapi/linux/capability.h, through CAP_CHECKPOINT_RESTORE of Linux 5.9.
extension KernelCapability {
    /// `CAP_CHOWN`.
    @inlinable public static var chown: Self { Self(bit: 0) }
    /// `CAP_DAC_OVERRIDE`.
    @inlinable public static var dacOverride: Self { Self(bit: 1) }
    /// `CAP_DAC_READ_SEARCH`.
    @inlinable public static var dacReadSearch: Self { Self(bit: 2) }
    /// `CAP_FOWNER`.
    @inlinable public static var fowner: Self { Self(bit: 3) }
    /// `CAP_FSETID`.
    @inlinable public static var fsetid: Self { Self(bit: 4) }
    /// `CAP_KILL`.
    @inlinable public static var kill: Self { Self(bit: 5) }
    /// `CAP_SETGID`.
    @inlinable public static var setgid: Self { Self(bit: 6) }
    /// `CAP_SETUID`.
    @inlinable public static var setuid: Self { Self(bit: 7) }
    /// `CAP_SETPCAP`.
    @inlinable public static var setpcap: Self { Self(bit: 8) }
    /// `CAP_LINUX_IMMUTABLE`.
    @inlinable public static var linuxImmutable: Self { Self(bit: 9) }
    /// `CAP_NET_BIND_SERVICE`.
    @inlinable public static var netBindService: Self { Self(bit: 10) }
    /// `CAP_NET_BROADCAST`.
    @inlinable public static var netBroadcast: Self { Self(bit: 11) }
    /// `CAP_NET_ADMIN`.
    @inlinable public static var netAdmin: Self { Self(bit: 12) }
    /// `CAP_NET_RAW`.
    @inlinable public static var netRaw: Self { Self(bit: 13) }
    /// `CAP_IPC_LOCK`.
    @inlinable public static var ipcLock: Self { Self(bit: 14) }
    /// `CAP_IPC_OWNER`.
    @inlinable public static var ipcOwner: Self { Self(bit: 15) }
    /// `CAP_SYS_MODULE`.
    @inlinable public static var sysModule: Self { Self(bit: 16) }
    /// `CAP_SYS_RAWIO`.
    @inlinable public static var sysRawio: Self { Self(bit: 17) }
    /// `CAP_SYS_CHROOT`.
    @inlinable public static var sysChroot: Self { Self(bit: 18) }
    /// `CAP_SYS_PTRACE`.
    @inlinable public static var sysPtrace: Self { Self(bit: 19) }
    /// `CAP_SYS_PACCT`.
    @inlinable public static var sysPacct: Self { Self(bit: 20) }
    /// `CAP_SYS_ADMIN`.
    @inlinable public static var sysAdmin: Self { Self(bit: 21) }
    /// `CAP_SYS_BOOT`.
    @inlinable public static var sysBoot: Self { Self(bit: 22) }
    /// `CAP_SYS_NICE`.
    @inlinable public static var sysNice: Self { Self(bit: 23) }
    /// `CAP_SYS_RESOURCE`.
    @inlinable public static var sysResource: Self { Self(bit: 24) }
    /// `CAP_SYS_TIME`.
    @inlinable public static var sysTime: Self { Self(bit: 25) }
    /// `CAP_SYS_TTY_CONFIG`.
    @inlinable public static var sysTtyConfig: Self { Self(bit: 26) }
    /// `CAP_MKNOD`.
    @inlinable public static var mknod: Self { Self(bit: 27) }
    /// `CAP_LEASE`.
    @inlinable public static var lease: Self { Self(bit: 28) }
    /// `CAP_AUDIT_WRITE`.
    @inlinable public static var auditWrite: Self { Self(bit: 29) }
    /// `CAP_AUDIT_CONTROL`.
    @inlinable public static var auditControl: Self { Self(bit: 30) }
    /// `CAP_SETFCAP`.
    @inlinable public static var setfcap: Self { Self(bit: 31) }
    /// `CAP_MAC_OVERRIDE`.
    @inlinable public static var macOverride: Self { Self(bit: 32) }
    /// `CAP_MAC_ADMIN`.
    @inlinable public static var macAdmin: Self { Self(bit: 33) }
    /// `CAP_SYSLOG`.
    @inlinable public static var syslog: Self { Self(bit: 34) }
    /// `CAP_WAKE_ALARM`.
    @inlinable public static var wakeAlarm: Self { Self(bit: 35) }
    /// `CAP_BLOCK_SUSPEND`.
    @inlinable public static var blockSuspend: Self { Self(bit: 36) }
    /// `CAP_AUDIT_READ`.
    @inlinable public static var auditRead: Self { Self(bit: 37) }
    /// `CAP_PERFMON`.
    @inlinable public static var perfmon: Self { Self(bit: 38) }
    /// `CAP_BPF`.
    @inlinable public static var bpf: Self { Self(bit: 39) }
    /// `CAP_CHECKPOINT_RESTORE`.
    @inlinable public static var checkpointRestore: Self { Self(bit: 40) }

    private static let names = [
        "CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_DAC_READ_SEARCH", "CAP_FOWNER", "CAP_FSETID",
        "CAP_KILL", "CAP_SETGID", "CAP_SETUID", "CAP_SETPCAP", "CAP_LINUX_IMMUTABLE",
        "CAP_NET_BIND_SERVICE", "CAP_NET_BROADCAST", "CAP_NET_ADMIN", "CAP_NET_RAW", "CAP_IPC_LOCK",
        "CAP_IPC_OWNER", "CAP_SYS_MODULE", "CAP_SYS_RAWIO", "CAP_SYS_CHROOT", "CAP_SYS_PTRACE",
        "CAP_SYS_PACCT", "CAP_SYS_ADMIN", "CAP_SYS_BOOT", "CAP_SYS_NICE", "CAP_SYS_RESOURCE",
        "CAP_SYS_TIME", "CAP_SYS_TTY_CONFIG", "CAP_MKNOD", "CAP_LEASE", "CAP_AUDIT_WRITE",
        "CAP_AUDIT_CONTROL", "CAP_SETFCAP", "CAP_MAC_OVERRIDE", "CAP_MAC_ADMIN", "CAP_SYSLOG",
        "CAP_WAKE_ALARM", "CAP_BLOCK_SUSPEND", "CAP_AUDIT_READ", "CAP_PERFMON", "CAP_BPF",
        "CAP_CHECKPOINT_RESTORE",
    ]
}
