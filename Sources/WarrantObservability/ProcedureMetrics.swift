import CoreMetrics
import Procedures

/// The metrics of all procedures of one name.
final class ProcedureMetrics: Sendable {
    /// How one outcome is measured.
    private struct Ended {
        let count: Counter
        let duration: Timer
    }

    /// Stands for all names beyond a limit.
    static let other = "other"
    private static let conditionLimit = 100

    let waiting: Meter
    let running: Meter
    let waitingTime: Timer
    private let name: String
    private let factory: any MetricsFactory
    private let ended: [OutcomeKind: Ended]
    private let conditions = Locked<[String: [String: Counter]]>([:])

    init(_ name: String, _ factory: any MetricsFactory) {
        self.name = name
        self.factory = factory
        let dimensions = [("procedure", name)]
        waiting = Meter(label: "procedures_waiting", dimensions: dimensions, factory: factory)
        running = Meter(label: "procedures_running", dimensions: dimensions, factory: factory)
        waitingTime = Self.timer("procedure_waiting_seconds", dimensions, factory)
        // All of them now: a backend sees no rise in a series that begins with 1.
        let outcomes = OutcomeKind.allCases.map { outcome in
            let dimensions = dimensions + [("outcome", outcome.rawValue)]
            let ended = Ended(
                count: Counter(label: "procedures_total", dimensions: dimensions, factory: factory),
                duration: Self.timer("procedure_duration_seconds", dimensions, factory)
            )
            return (outcome, ended)
        }
        ended = Dictionary(uniqueKeysWithValues: outcomes)
    }

    private static func timer(
        _ label: String,
        _ dimensions: [(String, String)],
        _ factory: any MetricsFactory
    ) -> Timer {
        Timer(
            label: label,
            dimensions: dimensions,
            preferredDisplayUnit: .seconds,
            factory: factory
        )
    }

    /// - Parameter duration: Nil for a procedure that has had no turn.
    func countEnd(_ outcome: OutcomeKind, after duration: Duration?) {
        guard let ended = ended[outcome] else { return }
        ended.count.increment()
        if let duration { ended.duration.recordNanoseconds(duration.nanoseconds) }
    }

    func count(_ verdict: String, of condition: String) {
        let (condition, known) = conditions.withLock { conditions in
            let hasRoom = conditions[condition] != nil || conditions.count < Self.conditionLimit
            let condition = hasRoom ? condition : Self.other
            return (condition, conditions[condition])
        }
        let counters = known ?? add(condition)
        counters[verdict]?.increment()
    }

    private func add(_ condition: String) -> [String: Counter] {
        let new = ConditionResult.words.map { verdict in
            let counter = Counter(
                label: "procedure_condition_verdicts_total",
                dimensions: [
                    ("procedure", name), ("condition", condition), ("verdict", verdict),
                ],
                factory: factory
            )
            return (verdict, counter)
        }
        return conditions.withLock { conditions in
            let first = conditions[condition] ?? Dictionary(uniqueKeysWithValues: new)
            conditions[condition] = first
            return first
        }
    }
}
