import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds CAP_SYS_ADMIN required. It permits mounting and much else, so a process that has it can become root.
struct BroadCapability: LintRule {
    static let id = "broad-capability"
    static let severity = LintFinding.Severity.warning
    static let summary = "CAP_SYS_ADMIN is required, which is nearly all that root may"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.isWanted, !placed.isCondition, let use = placed.use,
                use.name == "capability",
                (placed.capability as? ProcessCapability)?.capability == .sysAdmin
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "`CAP_SYS_ADMIN` is nearly all that root may",
                help: "require the part that is needed, such as `CAP_BPF`, `CAP_PERFMON`, "
                    + "`CAP_SYSLOG` or `CAP_CHECKPOINT_RESTORE`, see capabilities(7)"
            )
        }
    }
}
