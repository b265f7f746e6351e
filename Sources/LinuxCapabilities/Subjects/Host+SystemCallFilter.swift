import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension Host {
    /// Returns the verdict for a refusal that no known rule explains.
    ///
    /// It is a denial, unless this process has a seccomp filter. A filter answers in place of the kernel, and need not
    /// apply to another process or another system call.
    ///
    /// - Parameters:
    ///   - code: The errno of the refusal.
    ///   - reason: The reason if there is no filter.
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

    /// True if any thread of this process has a filter; also true if that is not known. See `Seccomp` in
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
