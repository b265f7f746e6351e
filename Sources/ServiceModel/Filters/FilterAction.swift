package import Kernel

/// The treatment of a system call by the filters of a process.
///
/// - SeeAlso: `__seccomp_filter` in kernel/seccomp.c.
package enum FilterAction: Hashable, Sendable {
    /// `SECCOMP_RET_ALLOW` and `SECCOMP_RET_LOG`.
    case permits
    /// `SECCOMP_RET_ERRNO` with an errno; 0 lets the call succeed without effect.
    case fails(Errno)
    /// `SECCOMP_RET_TRAP`: the thread gets `SIGSYS`, which a handler can take.
    case signals
    /// `SECCOMP_RET_KILL_THREAD`.
    case endsThread
    /// `SECCOMP_RET_KILL_PROCESS`, and every action that the kernel does not know.
    case endsProcess
    /// `SECCOMP_RET_TRACE`: a tracer decides.
    case asksTracer
    /// `SECCOMP_RET_USER_NOTIF`: a supervisor decides; see seccomp_unotify(2).
    case asksSupervisor

    /// - Parameter value: The value that a filter returned.
    package init(_ value: UInt32) {
        switch value & 0xFFFF_0000 {
        case 0x7FFF_0000, 0x7FFC_0000: self = .permits
        case 0x7FF0_0000: self = .asksTracer
        case 0x7FC0_0000: self = .asksSupervisor
        case 0x0005_0000: self = .fails(Errno(rawValue: Int32(min(value & 0xFFFF, 4095))))
        case 0x0003_0000: self = .signals
        case 0x0000_0000: self = .endsThread
        default: self = .endsProcess
        }
    }
}
