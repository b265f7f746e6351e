import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds kernel capabilities that are missing in some kernels on which Warrant runs.
struct NewKernelCapability: LintRule {
    static let id = "new-kernel-capability"
    static let severity = LintFinding.Severity.warning
    static let summary = "a kernel capability is newer than the oldest kernel that warrant runs on"

    /// Linux 5.8 introduced faccessat2(2), with which Warrant asks the kernel about every file.
    private static let oldest = KernelVersion(5, 8)

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard !placed.isCondition, let use = placed.use, use.name == "capability",
                let wanted = (placed.capability as? ProcessCapability)?.capability
            else { return nil }
            let problem: String
            switch wanted.firstKernel {
            case nil: problem = "no kernel that this program knows has \(wanted.name.quoted)"
            case let version? where version > Self.oldest:
                problem =
                    "\(wanted.name.quoted) came with Linux \(version.major).\(version.minor), "
                    + "and on older kernels this has no answer"
            default: return nil
            }
            return Self.finding(
                at: use.value.location,
                problem,
                help: "allow this where all hosts are newer: `# warrant: allow \(Self.id) why`"
            )
        }
    }
}
