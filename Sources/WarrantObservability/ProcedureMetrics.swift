import CoreMetrics
import Procedures

/// The metrics of all procedures of one name.
final class ProcedureMetrics: Sendable {
    /// How one outcome is measured.
    private struct Ended {
        let count: Counter
        let duration: Timer
    }

    private struct State {
        var ended: [String: Ended] = [:]
        var conditions: [String: [String: Counter]] = [:]
    }

    /// Stands for all names beyond a limit.
    static let other = "other"
    private static let conditionLimit = 100

    let waiting: Meter
    let running: Meter
    let waitingTime: Timer
    private let name: String
    private let factory: any MetricsFactory
    private let state = Locked(State())

    init(_ name: String, _ factory: any MetricsFactory) {
        self.name = name
        self.factory = factory
        let dimensions = [("procedure", name)]
        waiting = Meter(label: "procedures_waiting", dimensions: dimensions, factory: factory)
        running = Meter(label: "procedures_running", dimensions: dimensions, factory: factory)
        waitingTime = Self.timer("procedure_waiting_seconds", dimensions, factory)
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
    func countEnd(_ outcome: String, after duration: Duration?) {
        let ended = state.withLock { state in
            if let known = state.ended[outcome] { return known }
            let dimensions = [("procedure", name), ("outcome", outcome)]
            let new = Ended(
                count: Counter(
                    label: "procedures_total",
                    dimensions: dimensions,
                    factory: factory
                ),
                duration: Self.timer("procedure_duration_seconds", dimensions, factory)
            )
            state.ended[outcome] = new
            return new
        }
        ended.count.increment()
        if let duration { ended.duration.recordNanoseconds(duration.nanoseconds) }
    }

    func count(_ verdict: String, of condition: String) {
        let counter = state.withLock { state in
            let isKnown = state.conditions[condition] != nil
            let hasRoom = state.conditions.count < Self.conditionLimit
            let condition = isKnown || hasRoom ? condition : Self.other
            if let known = state.conditions[condition]?[verdict] { return known }
            let new = Counter(
                label: "procedure_condition_verdicts_total",
                dimensions: [
                    ("procedure", name), ("condition", condition), ("verdict", verdict),
                ],
                factory: factory
            )
            state.conditions[condition, default: [:]][verdict] = new
            return new
        }
        counter.increment()
    }
}
