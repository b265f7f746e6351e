/// The codes of reasons from the engine itself.
package enum EngineReason: String, CaseIterable, Sendable {
    case cancelled
    case deadlinePassed = "deadline-passed"
    case dependencyCancelled = "dependency-cancelled"
    case dependencyFailed = "dependency-failed"
    case doesNotHold = "does-not-hold"
    case emptyGroup = "empty-group"
    case error
    case held
    case inLine = "in-line"
    case mustNotHold = "must-not-hold"
    case neverHolds = "never-holds"
    case shuttingDown = "shutting-down"
    case tooManyAbandoned = "too-many-abandoned"
}

extension Reason {
    package init(_ code: EngineReason, _ object: String, _ message: String) {
        self.init(Code(rawValue: code.rawValue), object, message)
    }

    /// Returns whether its code is one of these.
    package func has(_ codes: EngineReason...) -> Bool {
        codes.contains { $0.rawValue == code.rawValue }
    }
}
