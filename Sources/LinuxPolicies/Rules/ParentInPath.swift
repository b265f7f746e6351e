import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

/// Finds paths with `..` in them, which leads up from where the directory before it really is.
struct ParentInPath: LintRule {
    static let id = "parent-in-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path goes up with `..`, from wherever a symbolic link led"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let (use, capability) = placed.question,
                let path = (capability as? FileAccess)?.path,
                path.split(separator: "/").contains("..")
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "`..` in \(path.quoted) goes up from wherever a symbolic link may have led",
                help: "write the path without it"
            )
        }
    }
}
