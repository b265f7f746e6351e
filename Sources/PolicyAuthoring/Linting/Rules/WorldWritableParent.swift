import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage

/// Finds files required in a directory that every user may write. Any user can have put them there.
struct WorldWritableParent: LintRule {
    static let id = "world-writable-parent"
    static let severity = LintFinding.Severity.warning
    static let summary = "a file is in a directory that every user may write"

    /// The directories with mode 1777 on every Linux, see hier(7), shm_overview(7) and mq_overview(7).
    private static let directories = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"]

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.isWanted, !placed.isCondition, !placed.makesAnew,
                let path = placed.path,
                let directory = Self.directories.first(where: { path.text.isBelow($0) })
            else { return nil }
            return Self.finding(
                at: path.location,
                "any user can create \(path.text.quoted) first: all may write \(directory.quoted)",
                help: "use a directory of the service's own, such as `RuntimeDirectory=` makes"
            )
        }
    }
}

extension PlacedRequirement {
    /// True if the requirement is to create a file, which fails if the file already exists.
    fileprivate var makesAnew: Bool {
        guard case .create? = (capability as? FileAccess)?.action else { return false }
        return true
    }
}
