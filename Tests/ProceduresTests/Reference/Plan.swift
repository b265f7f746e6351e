import Procedures

/// A procedure as data, from which the engine's is made and about which the reference is asked.
struct Plan: Sendable {
    enum Work: Sendable {
        case succeeds, fails
        /// Throws `CancellationError` by itself.
        case cancels
        /// Fails so many times, and succeeds then.
        case failsAtFirst(Int)
        /// Sleeps until somebody cancels it, which somebody must.
        case sleeps
        case cancelsRun
        case group([Plan], FailurePolicy, width: Int)
        case produces([Plan], thenFails: Bool)
    }

    let number: Int
    var work = Work.succeeds
    /// What it runs after, of those that are added together with it.
    var needs: [(number: Int, required: RequiredOutcome)] = []
    var conditions: [PlannedCondition] = []
    var stopsAtFirstRefusal = false
    var attempts = 1
    var successes = 1
    var ignoresErrors = false

    var parts: [Plan] {
        switch work {
        case .group(let parts, _, _), .produces(let parts, _): parts
        case .succeeds, .fails, .cancels, .failsAtFirst, .sleeps, .cancelsRun: []
        }
    }

    var categories: [String] {
        conditions.flatMap { condition -> [String] in
            if case .alone(let categories) = condition { categories } else { [] }
        }
    }

    var remedies: [Plan] {
        conditions.compactMap { if case .producing(let remedy, _, _) = $0 { remedy } else { nil } }
    }
}

indirect enum PlannedCondition: Sendable {
    /// One answer a look, of which the last is for all that follow, and one when it asks.
    case leaf(Int, looks: [Answer], asked: Answer?)
    case alone([String])
    case not(Self)
    case ignored(Self)
    case silent(Self)
    case allOf([Self])
    case anyOf([Self])
    case noFailedDependencies(ignoringCancellations: Bool)
    /// Produces a procedure, and is looked at when that has ended as required.
    case producing(Plan, ProducedRequirements, Self)

    /// As a refusal says it.
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

    var asks: Bool {
        switch self {
        case .leaf(_, _, let asked): asked != nil
        case .ignored(let part), .producing(_, _, let part): part.asks
        case .allOf(let parts), .anyOf(let parts): parts.contains(where: \.asks)
        case .alone, .not, .silent, .noFailedDependencies: false
        }
    }
}
