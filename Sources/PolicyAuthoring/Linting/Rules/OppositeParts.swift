import Capabilities
import Policies
import PolicyLanguage

/// Finds a group in which something stands beside its own `not`.
struct OppositeParts: LintRule {
    static let id = "opposite-parts"
    static let severity = LintFinding.Severity.error
    static let summary = "a group has something beside its own `not`"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role == .all || placed.role == .any, placed.syntax.when == nil,
                case .not(let part) = placed.part.kind,
                let opposite = policy.index.meaning(of: part.meaning),
                policy.index.first(opposite, in: placed.list) != nil,
                placed.role == .all || !part.countsCreation
            else { return nil }
            let effect =
                placed.role == .any
                ? "one of both always holds, where there is an answer" : "both never hold"
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) stands beside its opposite in `\(placed.role)`, so that \(effect)",
                help: "remove one, or correct it"
            )
        }
    }
}

extension Policy.Part {
    /// Whether it may be neither so nor not so: below `not`, a file that does not exist counts if it may be created.
    fileprivate var countsCreation: Bool {
        switch kind {
        case .question(let capability): capability.maker != nil
        case .all(let parts), .any(let parts): parts.contains(where: \.countsCreation)
        case .not(let part): part.countsCreation
        }
    }
}
