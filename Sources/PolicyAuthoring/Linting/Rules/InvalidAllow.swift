import PolicyLanguage
import Text

/// Finds comments that are meant to allow a finding but are invalid. The finding is then still reported.
struct InvalidAllow: LintRule {
    static let id = "invalid-allow"
    static let severity = LintFinding.Severity.error
    static let summary = "a comment that is to allow a finding names no rule, or no reason"

    /// Returns nothing: allowances are matched after all rules have run, see ``Allowances``.
    func findings(in policy: LintedPolicy) -> [LintFinding] { [] }

    /// - Parameter words: At least one word, which is `allow` or close to it.
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
