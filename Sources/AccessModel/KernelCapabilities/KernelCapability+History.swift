package import Kernel

extension KernelCapability {
    /// The version of Linux in which the capability came; nil for one without a name, which no kernel has
    /// that we know.
    ///
    /// The ones that were in Linux 2.2, the first with capabilities, say so.
    /// - SeeAlso: capabilities(7), which tells the version of each, and include/uapi/linux/capability.h.
    package var firstKernel: KernelVersion? {
        guard Self.named.contains(self) else { return nil }
        return switch self {
        case .perfmon, .bpf: KernelVersion(5, 8)
        case .checkpointRestore: KernelVersion(5, 9)
        case .auditRead: KernelVersion(3, 16)
        case .blockSuspend: KernelVersion(3, 5)
        case .wakeAlarm: KernelVersion(3, 0)
        // CAP_SYSLOG came with 2.6.37, CAP_MAC_OVERRIDE and CAP_MAC_ADMIN with 2.6.25, and so on.
        case .syslog, .macOverride, .macAdmin, .setfcap, .auditWrite, .auditControl:
            KernelVersion(2, 6)
        case .mknod, .lease: KernelVersion(2, 4)
        default: KernelVersion(2, 2)
        }
    }
}
