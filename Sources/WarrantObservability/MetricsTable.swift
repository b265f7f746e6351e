import CoreMetrics
import Procedures

/// The metrics of procedures by their names, so many that a backend can hold them.
final class MetricsTable: Sendable {
    private static let limit = 1_000

    private let metrics = Locked<[String: ProcedureMetrics]>([:])

    /// - Parameter factory: Makes them where the name is new, while no lock is held.
    func metrics(of name: String, from factory: any MetricsFactory) -> ProcedureMetrics {
        let (name, known) = metrics.withLock { metrics in
            let hasRoom = metrics[name] != nil || metrics.count < Self.limit
            let name = hasRoom ? name : ProcedureMetrics.other
            return (name, metrics[name])
        }
        if let known { return known }
        let new = ProcedureMetrics(name, factory)
        return metrics.withLock { metrics in
            let first = metrics[name] ?? new
            metrics[name] = first
            return first
        }
    }
}
