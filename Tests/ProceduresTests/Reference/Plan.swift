import Procedures

/// A procedure as data, from which the engine's is made and about which the reference is asked.
struct Plan: Sendable {
    enum Work: Sendable {
        case succeeds
        /// Fails so many times, and succeeds then.
        case fails(times: Int)
        /// Throws `CancellationError` by itself.
        case cancels
        /// Sleeps until somebody cancels it, which somebody must.
        case sleeps
        case cancelsRun
        case group([Plan], FailurePolicy, width: Int)
        case produces([Plan], thenFails: Bool)

        /// Whether it lends its slot to others.
        var waits: Bool {
            switch self {
            case .sleeps, .group, .produces: true
            case .succeeds, .fails, .cancels, .cancelsRun: false
            }
        }
    }

    typealias Need = (number: Int, required: RequiredOutcome)

    let number: Int
    var work = Work.succeeds
    /// What it runs after, of those that were made before it.
    var needs: [Need] = []
    var conditions: [PlannedCondition] = []
    var stopsAtFirstRefusal = false
    var attempts = 1
    var successes = 1
    var ignoresErrors = false

    var parts: [Plan] {
        switch work {
        case .group(let parts, _, _), .produces(let parts, _): parts
        case .succeeds, .fails, .cancels, .sleeps, .cancelsRun: []
        }
    }

    var categories: [String] {
        conditions.flatMap { condition -> [String] in
            if case .alone(let categories) = condition { categories } else { [] }
        }
    }

    var remedies: [Plan] { conditions.flatMap(\.remedies) }
}
