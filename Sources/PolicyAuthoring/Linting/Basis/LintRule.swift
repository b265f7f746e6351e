package import PolicyLanguage

/// A lint rule: one thing that a policy should not do.
///
/// A rule is one file, one test file, and one page, `docs/rules/ID.md`. A test fails if one of the three is missing.
package protocol LintRule: Sendable {
    /// The rule's name in findings, in comments that allow one, and for its page: `duplicate-requirement`.
    static var id: String { get }
    static var severity: LintFinding.Severity { get }
    /// The problem that the rule finds, in one line, for programs that list rules.
    static var summary: String { get }

    /// Returns the findings in any order.
    func findings(in policy: LintedPolicy) -> [LintFinding]
}

extension LintRule {
    /// - Parameter fix: The edits that repair the finding and change nothing else; empty if that is not safe.
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
