import CoreMetrics
import MetricsTestKit
import Procedures

struct Broken: Error, CustomStringConvertible { let description = "broken" }

/// A condition that gives one answer.
struct Answer: Condition {
    let name: String
    let result: ConditionResult

    func evaluate(in context: ConditionContext) async -> ConditionResult { result }
}

extension TestMetrics {
    /// The sum of a counter; 0 if there is none.
    func total(_ label: String, _ dimensions: [(String, String)]) -> Int64 {
        counterTotal(label: label, dimensions: dimensions)
    }

    /// What a timer has recorded, in nanoseconds.
    func times(_ label: String, _ dimensions: [(String, String)]) -> [Int64] {
        timers(label: label, dimensions: dimensions).flatMap(\.values)
    }

    /// The values of a meter, one after another.
    func values(_ label: String, _ procedure: String) -> [Double] {
        meters(label: label, dimensions: [("procedure", procedure)]).flatMap(\.values)
    }
}
