import Procedures

/// A condition as data.
indirect enum PlannedCondition: Sendable {
    /// One answer for each check, the last of which also stands for all later ones, and one answer to a request.
    case leaf(Int, looks: [Answer], asked: Answer?)
    case alone([String])
    case not(Self)
    case ignored(Self)
    case silent(Self)
    case allOf([Self])
    case anyOf([Self])
    case noFailedDependencies(ignoringCancellations: Bool)
    /// Produces a procedure, and is evaluated after that has ended as required.
    case producing(Plan, ProducedRequirements, Self)

    /// The name in a refusal.
    var name: String {
        switch self {
        case .leaf(let number, _, _): "c\(number)"
        case .alone(let categories): "alone in \(categories.joined(separator: ", "))"
        case .not(let part): "not \(part.name)"
        case .ignored(let part), .silent(let part), .producing(_, _, let part): part.name
        case .allOf(let parts): "all of (\(parts.map(\.name).joined(separator: ", ")))"
        case .anyOf(let parts): "any of (\(parts.map(\.name).joined(separator: ", ")))"
        case .noFailedDependencies: "no failed dependencies"
        }
    }

    /// True if the condition has a leaf that could ask.
    var asks: Bool {
        switch self {
        case .leaf(_, _, let asked): asked != nil
        case .ignored(let part), .producing(_, _, let part): part.asks
        case .allOf(let parts), .anyOf(let parts): parts.contains(where: \.asks)
        case .alone, .not, .silent, .noFailedDependencies: false
        }
    }

    /// The produced procedures; a silent condition produces none.
    var remedies: [Plan] {
        switch self {
        case .producing(let remedy, _, _): [remedy]
        case .not(let part), .ignored(let part): part.remedies
        case .allOf(let parts), .anyOf(let parts): parts.flatMap(\.remedies)
        case .leaf, .alone, .silent, .noFailedDependencies: []
        }
    }

    /// The required end of the produced procedures. A requirement of any part applies to all of them.
    var required: ProducedRequirements {
        switch self {
        case .producing(_, let required, _): required
        case .not(let part), .ignored(let part): part.required
        case .allOf(let parts), .anyOf(let parts): parts.reduce(.none) { $0.union($1.required) }
        case .leaf, .alone, .silent, .noFailedDependencies: .none
        }
    }
}
