package import PolicyLanguage

/// One thing that a policy should not do.
///
/// A rule is one file, one test file, and one page, `docs/rules/ID.md`; a test fails when one of the three
/// is missing.
package protocol LintRule: Sendable {
    /// Names the rule in findings, in comments that allow one, and its page: `duplicate-requirement`.
    static var id: String { get }
    static var severity: LintFinding.Severity { get }
    /// What it finds, in a line, for programs that list rules.
    static var summary: String { get }

    /// In any order.
    func findings(in policy: LintedPolicy) -> [LintFinding]
}

extension LintRule {
    /// - Parameter fix: The edits that repair it and change nothing else; none where that is not safe.
    package static func finding(
        at location: SourceLocation,
        _ problem: String,
        help: String,
        fix: [TextEdit] = []
    ) -> LintFinding {
        let diagnostic = Diagnostic(id, at: location, problem, help: help)
        return LintFinding(severity: severity, diagnostic: diagnostic, fix: fix)
    }
}
