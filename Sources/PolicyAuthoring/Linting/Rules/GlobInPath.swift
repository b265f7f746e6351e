import LinuxSystem
import Policies
import PolicyLanguage

/// Finds paths with `*`, `?` or `[…]` in them, which a shell would expand, see glob(7).
struct GlobInPath: LintRule {
    static let id = "glob-in-path"
    static let severity = LintFinding.Severity.warning
    static let summary = "a path has a `*`, `?` or `[…]` in it, which nothing expands"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard let path = placed.path, let pattern = path.text.pattern else { return nil }
            return Self.finding(
                at: path.location,
                "\(pattern.quoted) in \(path.text.quoted) stands for itself, as nothing expands a path",
                help: "write a requirement for each file, or allow this if the file has that name"
            )
        }
    }
}

extension String {
    /// The first part of a path that a shell would expand.
    fileprivate var pattern: String? {
        guard utf8.contains(where: { "*?[".utf8.contains($0) }) else { return nil }
        return pathNames.lazy.compactMap(\.pattern).first
    }
}

extension Substring {
    /// The part of one name that a shell would expand. A `[` without a later `]` is a plain `[` to a shell too.
    fileprivate var pattern: String? {
        guard let start = firstIndex(where: "*?[".contains) else { return nil }
        if self[start] == "[", let end = self[start...].firstIndex(of: "]") {
            return String(self[start...end])
        }
        return self[start...].first { $0 == "*" || $0 == "?" }.map { String($0) }
    }
}
