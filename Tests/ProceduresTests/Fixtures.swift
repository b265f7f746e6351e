import Procedures

struct Broken: Error, CustomStringConvertible {
    let description = "broken"
}

/// What happened, in order.
final class Journal: Sendable {
    private let lines = Locked<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A condition that gives the answer it was told to, and notes that it was asked.
struct Scripted: Condition {
    let name: String
    let result: ConditionResult
    let journal: Journal

    init(_ name: String, _ result: ConditionResult, journal: Journal = Journal()) {
        self.name = name
        self.result = result
        self.journal = journal
    }

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        journal.note(name)
        return result
    }
}

extension Outcome {
    /// The case alone.
    var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .refused: "refused"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        }
    }
}
