import Foundation
import Testing
import WarrantTesting

@testable import Procedures

/// `STORM=4711` runs only the storm of that seed. `STORM_OPERATIONS=1000000` sets the length of the long storm.
private enum Storms {
    static var seeds: [UInt64] { number("STORM").map { [UInt64($0)] } ?? Array(1...40) }
    static var operations: Int { number("STORM_OPERATIONS") ?? 40_000 }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

/// Procedures of every kind on three queues are enqueued, run, cancelled, awaited, suspended, resumed and shut down.
/// Their bodies wait, sleep, fail, produce procedures, run others inside and enqueue others.
@Suite struct `A storm` {
    @Test(arguments: Storms.seeds)
    func `A storm of 400 operations breaks no invariant`(seed: UInt64) async {
        await weather(operations: 400, seed: seed)
    }

    private static let operations: Set = [
        "enqueue", "run", "run inside", "produce", "exclude", "cancel", "cancel a run",
        "handle outcome",
        "suspend", "resume", "shut down", "let through", "move the time on", "look at the activity",
    ]

    @Test func `A long storm breaks no invariant`() async {
        let storm = await weather(operations: Storms.operations, seed: 0)
        let counts = storm.census.counts.sorted { $0.key < $1.key }

        #expect(storm.census.operations >= Storms.operations)
        #expect(Self.operations.isSubset(of: counts.map(\.key)), "\(counts)")
        print("a storm of", storm.census.operations, "operations:", counts)
    }

    /// Checks that no two procedures share a category, each procedure ends once, all end, and nothing is left.
    @discardableResult
    private func weather(operations: Int, seed: UInt64) async -> Storm {
        let clock = ManualClock()
        let exclusion = ProcessExclusion()
        let storm = Storm(
            makeQueue: {
                ProcedureQueue(
                    width: $0,
                    deadlines: Storm.deadlines,
                    exclusion: exclusion,
                    clock: clock
                )
            },
            advance: { clock.advance(by: .milliseconds(1)) }
        )
        let end = Ending<Void>()
        Task {
            await storm.blow(operations: operations, tasks: 3, seed: seed)
            await storm.abate()
            end.settle(())
        }
        await watch(storm, end, "STORM=\(seed)")
        #expect(storm.census.violations == [], "STORM=\(seed)")
        #expect(storm.isIdle, "STORM=\(seed): \(storm.description)")
        #expect(exclusion.isEmpty, "STORM=\(seed)")
        return storm
    }

    /// Waits as long as there is progress. A useless wait fails the test instead of hanging.
    private func watch(_ storm: Storm, _ end: Ending<Void>, _ name: String) async {
        var progress = -1
        while await withDeadline(.seconds(60), { await end.wait() ?? () }) == nil {
            guard storm.census.progress > progress else {
                Issue.record("\(name) does not end: \(storm.description)")
                return
            }
            progress = storm.census.progress
        }
    }
}
