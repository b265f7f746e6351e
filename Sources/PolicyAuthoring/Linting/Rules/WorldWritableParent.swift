import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds what is to be used in a directory that is everybody's, so that anybody can have put it there.
struct WorldWritableParent: LintRule {
    static let id = "world-writable-parent"
    static let severity = LintFinding.Severity.warning
    static let summary = "a file is in a directory that every user may write"

    /// With mode 1777 on every Linux, see hier(7), shm_overview(7) and mq_overview(7).
    private static let directories = ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue"]

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.isWanted, !placed.isCondition, !placed.makesAnew,
                let path = placed.path,
                let directory = Self.directories.first(where: { path.text.isInside($0) })
            else { return nil }
            return Self.finding(
                at: path.location,
                "any user can create \(path.text.quoted) first: all may write \(directory.quoted)",
                help: "use a directory of the service's own, such as `RuntimeDirectory=` makes"
            )
        }
    }
}

extension String {
    /// Whether more than slashes follows the directory.
    fileprivate func isInside(_ directory: String) -> Bool {
        utf8.starts(with: (directory + "/").utf8)
            && utf8.dropFirst(directory.utf8.count).contains { $0 != UInt8(ascii: "/") }
    }
}

extension PlacedRequirement {
    /// Whether it asks to make a file, which fails where somebody has made it already.
    fileprivate var makesAnew: Bool {
        guard case .create? = (capability as? FileAccess)?.action else { return false }
        return true
    }
}
