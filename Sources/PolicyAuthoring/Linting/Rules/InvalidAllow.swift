import PolicyLanguage

/// Finds comments that were to allow a finding, and do not: what they silence would be told all the same.
struct InvalidAllow: LintRule {
    static let id = "invalid-allow"
    static let severity = LintFinding.Severity.error
    static let summary = "a comment that is to allow a finding names no rule, or no reason"

    /// Nothing: what these comments allow is known only when all rules have spoken, see ``Allowances``.
    func findings(in policy: LintedPolicy) -> [LintFinding] { [] }

    /// - Parameter words: At least one, which is `allow` or close to it.
    static func finding(
        _ words: [Substring],
        rules: [String],
        at place: SourceLocation
    ) -> LintFinding? {
        let form = "write `# warrant: allow RULE why`"
        guard words[0] == "allow" else {
            return finding(at: place, "`\(words[0])` is no `allow`", help: form)
        }
        guard words.count > 1 else {
            return finding(at: place, "this names no rule to allow", help: form)
        }
        let rule = String(words[1])
        guard rules.contains(rule) else {
            let help =
                nearest(to: rule, among: rules).map { "did you mean \($0.quoted)?" }
                ?? "name one as findings do, in brackets at their end"
            return finding(at: place, "\(rule.quoted) is no rule that can be allowed", help: help)
        }
        guard words.count > 2 else {
            return finding(
                at: place,
                "\(rule.quoted) is allowed without a reason",
                help: "write why after it"
            )
        }
        return nil
    }
}
