import Procedures

/// A procedure as data. The engine's procedure is made from it, and the reference evaluates it.
struct Plan: Sendable {
    enum Work: Sendable {
        case succeeds
        /// Fails a number of times, and then succeeds.
        case fails(times: Int)
        /// Throws `CancellationError` by itself.
        case cancels
        /// Sleeps until it is cancelled, which must happen.
        case sleeps
        case cancelsRun
        case group([Plan], FailurePolicy, width: Int)
        case produces([Plan], thenFails: Bool)

        /// True if the work lends its slot to others.
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
    /// The dependencies, among the procedures that were made before.
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
