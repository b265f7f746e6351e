/// What was said of a procedure besides its work, its conditions and its dependencies.
struct RunOptions: Sendable {
    typealias Sharing =
        @Sendable (Execution, @escaping @Sendable () async -> Result<any Sendable, any Error>) async
        -> Result<any Sendable, any Error>?

    /// In the order written.
    var observers: [any Observer] = []
    var deadlines: [@Sendable (inout Deadlines) -> Void] = []
    /// Of conditions that have one of their own.
    var limits: [Int: Duration] = [:]
    var stopsAtFirstRefusal = false
    var attempts = Attempts()
    /// Shares the work with others.
    var flight: Sharing?
    /// Applied to how the work, with all attempts at it, came out; in the order written.
    var transforms: [@Sendable (ErasedOutcome) -> ErasedOutcome] = []

    mutating func limit(by timeout: Timeout) {
        deadlines.append { deadlines in
            deadlines.execution = min(deadlines.execution ?? timeout.limit, timeout.limit)
        }
    }
}
