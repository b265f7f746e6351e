import Text

/// An error of work that would wait for a procedure that can end only after that work.
public struct WaitCycle: Error, Hashable, Sendable {
    /// The name of the procedure whose work would have waited.
    public let waiting: String
    public let awaited: String

    public init(waiting: String, awaited: String) {
        self.waiting = waiting
        self.awaited = awaited
    }
}

extension WaitCycle: CustomStringConvertible {
    public var description: String {
        let problem = "`\(waiting)` cannot wait for `\(awaited)`, which ends only after it"
        return "\(problem); wait for it outside the work, or in a detached task".onOneLine
    }
}
