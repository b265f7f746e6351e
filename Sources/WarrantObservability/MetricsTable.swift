import CoreMetrics
import Procedures

/// The metrics of procedures by their names, so many that a backend can hold them.
final class MetricsTable: Sendable {
    private static let limit = 1_000

    private let metrics = Locked<[String: ProcedureMetrics]>([:])

    /// - Parameter factory: Makes them where the name is new.
    func metrics(of name: String, from factory: any MetricsFactory) -> ProcedureMetrics {
        metrics.withLock { metrics in
            if let known = metrics[name] { return known }
            let name = metrics.count < Self.limit ? name : ProcedureMetrics.other
            if let other = metrics[name] { return other }
            let new = ProcedureMetrics(name, factory)
            metrics[name] = new
            return new
        }
    }
}
