import Foundation
import Testing

/// The random graphs to run.
///
/// Each run begins with another seed. `GRAPHS=100000` sets the number, and `GRAPH=4711` runs only the graph of that seed.
private enum Graphs {
    static let parts = 16
    private static let first = UInt64.random(in: 0..<1_000_000_000)

    static func seeds(of part: Int) -> StrideTo<UInt64> {
        if let one = number("GRAPH") {
            return stride(from: one, to: one + (one % UInt64(parts) == UInt64(part) ? 1 : 0), by: 1)
        }
        let number = number("GRAPHS") ?? 20_000
        return stride(from: first + UInt64(part), to: first + number, by: parts)
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }
}

@Suite struct `A random graph` {
    /// The graphs have dependencies, conditions, remedies, groups, attempts, categories, failures, and sometimes a
    /// procedure that cancels the run.
    @Test(arguments: 0..<Graphs.parts)
    func `A random graph runs as the reference says`(
        part: Int
    ) async {
        for seed in Graphs.seeds(of: part) {
            let (width, plans) = PlanMaker.plans(seed: seed)
            let run = GraphRun()
            await run.run(plans, width: width, queueObserves: seed.isMultiple(of: 2))

            let check = GraphCheck(plans, run.lines, width: width)
            guard check.problems.isEmpty else {
                Issue.record("GRAPH=\(seed): \(check.problems.joined(separator: "\n"))")
                return
            }
        }
    }
}
