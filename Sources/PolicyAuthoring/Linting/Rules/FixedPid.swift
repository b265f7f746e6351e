import Policies
import PolicyLanguage

/// Finds processes named by a process id. The kernel gives the number to another process after they end.
struct FixedPid: LintRule {
    static let id = "fixed-pid"
    static let severity = LintFinding.Severity.warning
    static let summary = "a subject is a process by its number"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        let subjects =
            [policy.syntax.subject].compactMap { $0 }
            + policy.requirements.compactMap(\.syntax.as)
        return subjects.compactMap { subject in
            // Process 1 is always init.
            guard case .process(let pid) = subject.kind, pid.value != 1 else { return nil }
            return Self.finding(
                at: pid.location,
                "process id \(pid.value) names another process once this one has ended",
                help: "name its unit or its user, or ask with `--pid`"
            )
        }
    }
}
