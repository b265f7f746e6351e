/// The processes that Yama allows to trace others: `kernel.yama.ptrace_scope`. A kernel without Yama has ``classic``.
///
/// - SeeAlso: ptrace(2), "/proc/sys/kernel/yama/ptrace_scope"; the kernel's yama_ptrace_access_check.
package enum TracingScope: Int, Sendable {
    /// Any process of the same user that has no more privileges.
    case classic
    /// Only an ancestor of the traced process, or a process that it named with PR_SET_PTRACER.
    case descendants
    case administrators
    /// No process, regardless of its privileges, until the next boot.
    case nobody

    /// - Parameter number: The value that the kernel shows. The kernel accepts none beyond the last case.
    package init(kernel number: Int?) { self = number.flatMap(Self.init) ?? .classic }

    /// Returns whether a process may trace others that it did not start.
    ///
    /// - Parameters:
    ///   - isLikeIt: True if the others have its user and group in all three kinds of ids, have no kernel capability
    ///     that it lacks, and are dumpable.
    ///   - isCapable: True if it has CAP_SYS_PTRACE over them.
    package func permitsTracing(ofOneLikeIt isLikeIt: Bool, isCapable: Bool) -> Bool {
        switch self {
        case .classic: isLikeIt || isCapable
        case .descendants, .administrators: isCapable
        case .nobody: false
        }
    }
}
