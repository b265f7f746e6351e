import Glibc
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

@testable import Procedures

@Suite struct `Exclusion on a host under load` {
    private static let categories = ["a", "b", "c", "d", "e"]

    /// The number of procedures inside each category, which must never exceed one.
    private final class Inside: Sendable {
        private let counts = Locked<[String: Int]>([:])
        private let most = Locked(0)

        var highest: Int { most.withLock { $0 } }

        func enter(_ categories: Set<String>) { change(categories, by: 1) }
        func leave(_ categories: Set<String>) { change(categories, by: -1) }

        private func change(_ categories: Set<String>, by step: Int) {
            let highest = counts.withLock { counts in
                for category in categories { counts[category, default: 0] += step }
                return counts.values.max() ?? 0
            }
            most.withLock { $0 = max($0, highest) }
        }
    }

    @Test(.timeLimit(.minutes(20)), arguments: 1...6 as ClosedRange<UInt64>)
    func `One holder at a time gets each category`(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let scopes = (0..<3).map { _ in HostExclusion(directory: folder.path) }
        let inside = Inside()
        await withTaskGroup { group in
            for worker in 0..<12 as Range<UInt64> {
                group.addTask {
                    var random = SplitMix(seed: seed << 8 | worker)
                    for _ in 0..<40 {
                        await Self.step(scopes[Int(worker) % 3], inside, &random)
                    }
                }
            }
        }
        #expect(inside.highest == 1, "seed \(seed)")
        #expect(!scopes.contains { !$0.isEmpty }, "seed \(seed)")
    }

    private static func step(
        _ scope: HostExclusion,
        _ inside: Inside,
        _ random: inout SplitMix
    ) async {
        let size = Int.random(in: 1...3, using: &random)
        let wanted = Set(categories.shuffled(using: &random).prefix(size))
        let request = scope.asking(wanted)
        let givesUp = Int.random(in: 0..<4, using: &random) == 0
        if !givesUp {
            let answer = await request.value()
            if case .granted = answer {
                inside.enter(wanted)
                await Task.yield()
                inside.leave(wanted)
            } else {
                Issue.record("\(answer)")
            }
        }
        scope.release(request)
    }

    private static func waitingThreads() throws -> Int {
        try ProcessCalls.threads(ofProcess: getpid()).count { thread in
            let name = try? SmallFile.bytes(at: "/proc/self/task/\(thread)/comm")
            return name.map { String(decoding: $0, as: UTF8.self) } == "warrant-locks\n"
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `All waiting requests share one thread`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let (one, other) = (
                HostExclusion(directory: folder.path), HostExclusion(directory: folder.path)
            )
            let held = (0..<50).map { one.asking(["\($0)"]) }
            #expect(try Self.waitingThreads() == 0)
            let waiting = (0..<50).map { other.asking(["\($0)"]) }
            #expect(held.allSatisfy(\.isGranted) && !waiting.contains(where: \.isGranted))
            // A thread gets its name a moment after it starts.
            while try Self.waitingThreads() == 0 { await Task.yield() }
            #expect(try Self.waitingThreads() == 1)
            for request in held { one.release(request) }
            for request in waiting {
                #expect(await request.isAlone())
                other.release(request)
            }
            while try Self.waitingThreads() > 0 { await Task.yield() }
            #expect(one.isEmpty && other.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `Waiting requests get their turn without inotify events`() async {
        await #expect(processExitsWith: .success) {
            // The limit applies to one user, fs.inotify.max_user_instances in inotify(7). No other test is affected.
            try become(64_123)
            let folder = try TemporaryFolder()
            var taken: [LockEvents] = []
            while true {
                let events = try LockEvents()
                guard events.hasEvents else { break }
                taken.append(events)
            }
            let (one, other) = (
                HostExclusion(directory: folder.path), HostExclusion(directory: folder.path)
            )
            let held = one.asking(["backup"])
            let waiting = other.asking(["backup"])
            one.release(held)
            #expect(await waiting.isAlone())
            #expect(!taken.isEmpty)
        }
    }
}
