import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension Host {
    /// Returns the verdict for a refusal that no known rule explains.
    ///
    /// It is a denial, unless this process has a seccomp filter: that answers in place of the kernel,
    /// and another process, or another system call, need not have it.
    ///
    /// - Parameters:
    ///   - code: The errno of the refusal.
    ///   - reason: The reason where there is no filter.
    func verdict(ofUnexplained code: Errno, _ reason: Reason) -> Verdict {
        guard hasSystemCallFilter else { return .denied([reason]) }
        let message =
            "\(code.explanation), although no known rule refuses it; the cause may be the seccomp "
            + "filter of this process, in which case the kernel did not check the permission"
        return .undetermined([
            Reason(
                .perhapsFiltered,
                reason.object,
                message,
                evidence: reason.evidence,
                basis: .kernel
            )
        ])
    }

    /// Whether any thread of this process has a filter, or that is not known; see `Seccomp` in
    /// proc_pid_status(5).
    private var hasSystemCallFilter: Bool {
        do {
            return try processes.ownThreads().haveSystemCallFilter
        } catch {
            // A described host has the filters that are described.
            return !(error is MissingFact)
        }
    }
}
