import PolicyLanguage

/// Finds `any` and `all` with one part, which mean that part.
///
/// The fix writes the part in the group's place. It leaves a part with a `when`: a group without an applicable part is
/// `undetermined`, while a requirement that does not apply is just not applicable.
struct SinglePart: LintRule {
    static let id = "single-part"
    static let severity = LintFinding.Severity.warning
    static let summary = "a group has one part"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            let (word, parts): (String, [RequirementSyntax])
            switch placed.syntax.kind {
            case .any(let list): (word, parts) = ("any", list)
            case .all(let list): (word, parts) = ("all", list)
            case .word, .not: return nil
            }
            guard parts.count == 1 else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "`\(word)` has one part, and means no more than that",
                help: "write the part in its place, or add the other parts",
                fix: Unwrapping(policy.text).edits(replacing: placed.syntax, by: parts[0])
            )
        }
    }
}
