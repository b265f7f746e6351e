/// The settings of a procedure other than its work, conditions and dependencies.
struct RunOptions: Sendable {
    /// The observers, in the order written.
    var observers: [any Observer] = []
    var deadlines: [@Sendable (inout Deadlines) -> Void] = []
    /// The limits of conditions that have one of their own, by index.
    var limits: [Int: Duration] = [:]
    var stopsAtFirstRefusal = false
    var attempts = Attempts()
    /// The id of work that procedures of a queue share.
    var sharedID: AnySendableKey?
    /// Functions that transform the outcome after all attempts, in the order written.
    var transforms: [@Sendable (ErasedOutcome) -> ErasedOutcome] = []

    mutating func limit(by timeout: Timeout) {
        deadlines.append { deadlines in
            deadlines.execution = min(deadlines.execution ?? timeout.limit, timeout.limit)
        }
    }
}
