import Foundation
import Testing

/// The random graphs to run.
///
/// The default is 100,000. `GRAPHS=1000` sets another number, and `GRAPH=4711` runs only the graph of that seed.
private enum Graphs {
    static let parts = 16

    static func seeds(of part: Int) -> StrideTo<UInt64> {
        if let one = number("GRAPH") {
            return stride(from: one, to: one + (one % UInt64(parts) == UInt64(part) ? 1 : 0), by: 1)
        }
        return stride(from: UInt64(part), to: number("GRAPHS") ?? 100_000, by: parts)
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
