import PolicyLanguage

/// Finds `any` in `any` and `all` in `all`. Their parts could stand in the outer group.
struct NestedGroup: LintRule {
    static let id = "nested-group"
    static let severity = LintFinding.Severity.warning
    static let summary = "a group stands in a group of its kind"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            let word: String
            switch (placed.role, placed.syntax.kind) {
            case (.any, .any(let parts)) where parts.count > 1: word = "any"
            case (.all, .all(let parts)) where parts.count > 1: word = "all"
            default: return nil
            }
            // A group with keys of its own applies them to its parts together.
            guard placed.syntax.isBare, placed.syntax.when == nil else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "`\(word)` stands in `\(word)`, and groups nothing",
                help: "write its parts in the outer one"
            )
        }
    }
}
