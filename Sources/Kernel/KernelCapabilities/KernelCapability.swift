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
        let word = name.lowercased()
        // Swift would take the sign for kelvin as the letter `k`.
        guard name.utf8.allSatisfy({ $0 < 0x80 }), word.hasPrefix("cap_") else { return nil }
        let rest = word.dropFirst(4)
        if let bit = Self.names.firstIndex(of: String(rest)) {
            self.init(bit: UInt8(bit))
        } else if let bit = UInt8(rest), String(bit) == rest, bit >= Self.names.count, bit < 64 {
            self.init(bit: bit)
        } else {
            return nil
        }
    }

    /// The name in the manual page, `CAP_NET_ADMIN`; `cap_41` for a bit without a name.
    public var name: String {
        rawValue < Self.names.count
            ? "CAP_\(Self.names[Int(rawValue)].uppercased())" : "cap_\(rawValue)"
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
        "chown", "dac_override", "dac_read_search", "fowner", "fsetid", "kill", "setgid", "setuid",
        "setpcap", "linux_immutable", "net_bind_service", "net_broadcast", "net_admin", "net_raw",
        "ipc_lock", "ipc_owner", "sys_module", "sys_rawio", "sys_chroot", "sys_ptrace", "sys_pacct",
        "sys_admin", "sys_boot", "sys_nice", "sys_resource", "sys_time", "sys_tty_config", "mknod",
        "lease", "audit_write", "audit_control", "setfcap", "mac_override", "mac_admin", "syslog",
        "wake_alarm", "block_suspend", "audit_read", "perfmon", "bpf", "checkpoint_restore",
    ]
}
