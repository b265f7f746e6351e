/// Whom Yama lets trace other processes: `kernel.yama.ptrace_scope`. A kernel without it has ``classic``.
///
/// - SeeAlso: ptrace(2), "/proc/sys/kernel/yama/ptrace_scope"; the kernel's yama_ptrace_access_check.
package enum TracingScope: Int, Sendable {
    /// Any process of the same user that has no more privilege.
    case classic
    /// Only what the tracer started, or what named it with PR_SET_PTRACER.
    case descendants
    case administrators
    /// Whatever the tracer may do besides, until the next boot.
    case nobody

    /// - Parameter number: As the kernel shows it, which takes none beyond the last.
    package init(kernel number: Int?) { self = number.flatMap(Self.init) ?? .classic }

    /// Whether a process may trace others that it did not start.
    ///
    /// - Parameters:
    ///   - isLikeIt: Whether those have its user and group in all three kinds of ids, no capability that it does
    ///     not have, and can be dumped.
    ///   - isCapable: Whether it has CAP_SYS_PTRACE over them.
    package func permitsTracing(ofOneLikeIt isLikeIt: Bool, isCapable: Bool) -> Bool {
        switch self {
        case .classic: isLikeIt || isCapable
        case .descendants, .administrators: isCapable
        case .nobody: false
        }
    }
}
