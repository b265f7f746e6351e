import Procedures

struct Broken: Error, CustomStringConvertible {
    let description = "broken"
}

/// The events in order.
final class Journal: Sendable {
    private let lines = Locked<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A condition that gives a scripted answer, and records its evaluations.
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
    var word: String { kind.rawValue }
}
