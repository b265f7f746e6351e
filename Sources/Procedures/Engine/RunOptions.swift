/// What was said of a procedure besides its work, its conditions and its dependencies.
struct RunOptions: Sendable {
    /// In the order written.
    var observers: [any Observer] = []
    var deadlines: [@Sendable (inout Deadlines) -> Void] = []
    /// Of conditions that have one of their own.
    var limits: [Int: Duration] = [:]
    var stopsAtFirstRefusal = false
    var attempts = Attempts()
    /// Of the work that procedures of a queue share.
    var sharedID: AnySendableKey?
    /// Applied to how the work, with all attempts at it, came out; in the order written.
    var transforms: [@Sendable (ErasedOutcome) -> ErasedOutcome] = []

    mutating func limit(by timeout: Timeout) {
        deadlines.append { deadlines in
            deadlines.execution = min(deadlines.execution ?? timeout.limit, timeout.limit)
        }
    }
}
