import Foundation

/// Kernel capabilities with their numbers in capabilities(7).
enum Capability {
    static let names = [
        "CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID",
        "SETUID", "SETPCAP", "LINUX_IMMUTABLE", "NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN",
        "NET_RAW", "IPC_LOCK", "IPC_OWNER", "SYS_MODULE", "SYS_RAWIO", "SYS_CHROOT", "SYS_PTRACE",
        "SYS_PACCT", "SYS_ADMIN", "SYS_BOOT", "SYS_NICE", "SYS_RESOURCE", "SYS_TIME",
        "SYS_TTY_CONFIG", "MKNOD", "LEASE", "AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP",
        "MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG", "WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ",
        "PERFMON", "BPF", "CHECKPOINT_RESTORE",
    ]

    /// The capabilities on which a decision about a file can depend.
    static let aboutFiles: [UInt64] = [
        "CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "LINUX_IMMUTABLE",
        "MKNOD", "SETFCAP", "SYS_ADMIN",
    ].compactMap { name in names.firstIndex(of: name).map { 1 << UInt64($0) } }

    static func names(of bits: UInt64) -> [String] {
        names.indices.filter { bits & 1 << UInt64($0) != 0 }.map { "CAP_" + names[$0] }
    }

    /// The capabilities that this process may pass on to a subject.
    static let held: UInt64 = {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("CapPrm:") }
        return line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
    }()
}
