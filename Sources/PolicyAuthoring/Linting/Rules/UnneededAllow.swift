import PolicyLanguage

/// Finds comments that allow a finding that does not exist. Left in place, they would hide the next finding.
struct UnneededAllow: LintRule {
    static let id = "unneeded-allow"
    static let severity = LintFinding.Severity.warning
    static let summary = "a comment allows a finding that is not there"

    /// Returns nothing: allowances are matched after all rules have run, see ``Allowances``.
    func findings(in policy: LintedPolicy) -> [LintFinding] { [] }

    /// Returns the finding for an allowance. The fix removes the comment: no comment changes the meaning of a policy.
    static func finding(_ allowance: Allowance, in text: PolicyText) -> LintFinding {
        let comment = allowance.comment
        return finding(
            at: text.location(at: comment.range.lowerBound),
            "line \(allowance.line) has no finding \(allowance.rule.quoted) to allow",
            help: "remove the comment",
            fix: [TextEdit(comment.removal(from: text))]
        )
    }
}

extension Comment {
    /// Returns the comment's bytes and the space before it, or the whole line if nothing else is in it.
    fileprivate func removal(from text: PolicyText) -> Range<Int> {
        guard !isAlone else { return text.range(ofLine: line) }
        var start = range.lowerBound
        while start > 0, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 {
            start -= 1
        }
        return start..<range.upperBound
    }
}
