import Kernel
import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds kernel capabilities that are not spelt as in the manual pages.
///
/// The fix writes the name in that spelling. The capability stays the same, because the case of letters never matters.
struct CapabilityCase: LintRule {
    static let id = "capability-case"
    static let severity = LintFinding.Severity.warning
    static let summary = "a kernel capability is not written as capabilities(7) has it"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let use = placed.use, use.name == "capability",
                let name = (placed.capability as? ProcessCapability)?.capability.name,
                use.value.value != name
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "\(use.value.value.quoted) is \(name.quoted) in capabilities(7)",
                help: "write it like this, so that a search finds it",
                fix: policy.text.edits(of: use.value) { $0 == use.value.value ? name : nil }
            )
        }
    }
}
