import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage

/// Finds paths that contain `..`. It leads to the parent of the directory that the path before it resolves to.
struct ParentInPath: LintRule {
    static let id = "parent-in-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path contains `..`, whose meaning depends on symbolic links before it"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let path = (placed.capability as? FileAccess)?.path,
                path.goesUp, let use = placed.use
            else { return nil }
            return Self.finding(
                at: use.value.location,
                "`..` in \(path.quoted) depends on where the symbolic links before it lead",
                help: "write the path without it"
            )
        }
    }
}

extension String {
    fileprivate var goesUp: Bool {
        // Nearly all paths have no two adjacent dots and need not be split.
        zip(utf8, utf8.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == $0 }
            && pathNames.contains("..")
    }
}
