import Policies
import PolicyLanguage

/// Finds paths through links that stand in for former directories.
struct LinkedPath: LintRule {
    static let id = "linked-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path goes through a link that stands for an old name"

    /// The links that systemd makes in its var.conf and legacy.conf for tmpfiles.d(5). hier(7) gives the new names.
    private static let links = [("/var/run/", "/run/"), ("/var/lock/", "/run/lock/")]

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let path = placed.path,
                let (link, target) = Self.links.first(where: { path.text.hasPrefix($0.0) })
            else { return nil }
            let better = target + path.text.dropFirst(link.count)
            return Self.finding(
                at: path.location,
                "\(String(link.dropLast()).quoted) is but a link to \(String(target.dropLast()).quoted)",
                help: "write \(better.quoted)"
            )
        }
    }
}
