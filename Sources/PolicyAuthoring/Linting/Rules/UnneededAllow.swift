import PolicyLanguage

/// Finds comments that allow what is not there: left behind, they would hide the next finding.
struct UnneededAllow: LintRule {
    static let id = "unneeded-allow"
    static let severity = LintFinding.Severity.warning
    static let summary = "a comment allows a finding that is not there"

    /// Nothing: what is needed is known only when all rules have spoken, see ``Allowances``.
    func findings(in policy: LintedPolicy) -> [LintFinding] { [] }

    /// Its fix takes the comment away: no comment is part of what a policy means.
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
    /// Its bytes with the space before them; its whole line where it is alone.
    fileprivate func removal(from text: PolicyText) -> Range<Int> {
        guard !isAlone else { return text.range(ofLine: line) }
        var start = range.lowerBound
        while start > 0, text.bytes[start - 1] == 0x20 || text.bytes[start - 1] == 0x09 {
            start -= 1
        }
        return start..<range.upperBound
    }
}
