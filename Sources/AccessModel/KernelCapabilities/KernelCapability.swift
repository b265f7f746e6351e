/// One of the privileges that Linux splits root into: a `CAP_*` bit, see capabilities(7).
public struct KernelCapability: RawRepresentable, Hashable, Sendable {
    /// The number of the bit, 0 through 63.
    public let rawValue: UInt8

    /// - Returns: nil for a number beyond 63, which no set has room for.
    public init?(rawValue: UInt8) {
        guard rawValue < 64 else { return nil }
        self.rawValue = rawValue
    }

    private init(bit: UInt8) { rawValue = bit }

    /// The capability of a name in the form of the manual page, `CAP_NET_ADMIN`, or of a bit without
    /// a name, `cap_41`. The case does not matter; nothing may stand before or after it.
    ///
    /// libcap's cap_from_name(3) takes `cap_sys_boot2` and `063` for capabilities: it is not asked.
    public init?(named name: String) {
        let word = name.lowercased()
        guard word.hasPrefix("cap_") else { return nil }
        let rest = word.dropFirst(4)
        if let bit = Self.names.firstIndex(of: String(rest)) {
            self.init(bit: UInt8(bit))
        } else if let bit = UInt8(rest), String(bit) == rest, bit >= Self.names.count, bit < 64 {
            self.init(bit: bit)
        } else {
            return nil
        }
    }

    /// As the manual page writes it, `CAP_NET_ADMIN`; `cap_41` for a bit that has no name yet.
    public var name: String {
        rawValue < Self.names.count
            ? "CAP_\(Self.names[Int(rawValue)].uppercased())" : "cap_\(rawValue)"
    }

    /// Every capability that has a name, in the order of the kernel.
    public static let named: [KernelCapability] = (0..<UInt8(names.count)).map { Self(bit: $0) }
}

extension KernelCapability: CustomStringConvertible {
    public var description: String { name }
}

// The table of include/uapi/linux/capability.h, through CAP_CHECKPOINT_RESTORE of Linux 5.9.
extension KernelCapability {
    /// `CAP_CHOWN`.
    public static let chown = Self(bit: 0)
    /// `CAP_DAC_OVERRIDE`.
    public static let dacOverride = Self(bit: 1)
    /// `CAP_DAC_READ_SEARCH`.
    public static let dacReadSearch = Self(bit: 2)
    /// `CAP_FOWNER`.
    public static let fowner = Self(bit: 3)
    /// `CAP_FSETID`.
    public static let fsetid = Self(bit: 4)
    /// `CAP_KILL`.
    public static let kill = Self(bit: 5)
    /// `CAP_SETGID`.
    public static let setgid = Self(bit: 6)
    /// `CAP_SETUID`.
    public static let setuid = Self(bit: 7)
    /// `CAP_SETPCAP`.
    public static let setpcap = Self(bit: 8)
    /// `CAP_LINUX_IMMUTABLE`.
    public static let linuxImmutable = Self(bit: 9)
    /// `CAP_NET_BIND_SERVICE`.
    public static let netBindService = Self(bit: 10)
    /// `CAP_NET_BROADCAST`.
    public static let netBroadcast = Self(bit: 11)
    /// `CAP_NET_ADMIN`.
    public static let netAdmin = Self(bit: 12)
    /// `CAP_NET_RAW`.
    public static let netRaw = Self(bit: 13)
    /// `CAP_IPC_LOCK`.
    public static let ipcLock = Self(bit: 14)
    /// `CAP_IPC_OWNER`.
    public static let ipcOwner = Self(bit: 15)
    /// `CAP_SYS_MODULE`.
    public static let sysModule = Self(bit: 16)
    /// `CAP_SYS_RAWIO`.
    public static let sysRawio = Self(bit: 17)
    /// `CAP_SYS_CHROOT`.
    public static let sysChroot = Self(bit: 18)
    /// `CAP_SYS_PTRACE`.
    public static let sysPtrace = Self(bit: 19)
    /// `CAP_SYS_PACCT`.
    public static let sysPacct = Self(bit: 20)
    /// `CAP_SYS_ADMIN`.
    public static let sysAdmin = Self(bit: 21)
    /// `CAP_SYS_BOOT`.
    public static let sysBoot = Self(bit: 22)
    /// `CAP_SYS_NICE`.
    public static let sysNice = Self(bit: 23)
    /// `CAP_SYS_RESOURCE`.
    public static let sysResource = Self(bit: 24)
    /// `CAP_SYS_TIME`.
    public static let sysTime = Self(bit: 25)
    /// `CAP_SYS_TTY_CONFIG`.
    public static let sysTtyConfig = Self(bit: 26)
    /// `CAP_MKNOD`.
    public static let mknod = Self(bit: 27)
    /// `CAP_LEASE`.
    public static let lease = Self(bit: 28)
    /// `CAP_AUDIT_WRITE`.
    public static let auditWrite = Self(bit: 29)
    /// `CAP_AUDIT_CONTROL`.
    public static let auditControl = Self(bit: 30)
    /// `CAP_SETFCAP`.
    public static let setfcap = Self(bit: 31)
    /// `CAP_MAC_OVERRIDE`.
    public static let macOverride = Self(bit: 32)
    /// `CAP_MAC_ADMIN`.
    public static let macAdmin = Self(bit: 33)
    /// `CAP_SYSLOG`.
    public static let syslog = Self(bit: 34)
    /// `CAP_WAKE_ALARM`.
    public static let wakeAlarm = Self(bit: 35)
    /// `CAP_BLOCK_SUSPEND`.
    public static let blockSuspend = Self(bit: 36)
    /// `CAP_AUDIT_READ`.
    public static let auditRead = Self(bit: 37)
    /// `CAP_PERFMON`.
    public static let perfmon = Self(bit: 38)
    /// `CAP_BPF`.
    public static let bpf = Self(bit: 39)
    /// `CAP_CHECKPOINT_RESTORE`.
    public static let checkpointRestore = Self(bit: 40)

    private static let names = [
        "chown", "dac_override", "dac_read_search", "fowner", "fsetid", "kill", "setgid", "setuid",
        "setpcap", "linux_immutable", "net_bind_service", "net_broadcast", "net_admin", "net_raw",
        "ipc_lock", "ipc_owner", "sys_module", "sys_rawio", "sys_chroot", "sys_ptrace", "sys_pacct",
        "sys_admin", "sys_boot", "sys_nice", "sys_resource", "sys_time", "sys_tty_config", "mknod",
        "lease", "audit_write", "audit_control", "setfcap", "mac_override", "mac_admin", "syslog",
        "wake_alarm", "block_suspend", "audit_read", "perfmon", "bpf", "checkpoint_restore",
    ]
}
