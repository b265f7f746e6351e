import Procedures
import TestSupport

/// Excludes within itself, and records who is in line, who is admitted and who leaves.
final class JournalingScope: ExclusionScope {
    private struct Watcher {
        let count: Int
        let latch: Latch
    }

    let name = "the test"
    private let journal: Journal
    private let inside = ProcessExclusion()
    private let state = Locked((requests: 0, watchers: [Watcher]()))

    init(_ journal: Journal = Journal()) { self.journal = journal }

    func acquire(_ request: ExclusionRequest) {
        let text = "\(request.procedure) in \(request.categories.joined(separator: ", "))"
        journal.note("asks: \(text)")
        request.whenAnswered { [journal] in journal.note("enters: \(text)") }
        inside.acquire(request)
        let watchers = state.withLock { state in
            state.requests += 1
            return state.watchers.filter { $0.count <= state.requests }
        }
        for watcher in watchers { watcher.latch.open() }
    }

    func release(_ request: ExclusionRequest) {
        journal.note(
            "leaves: \(request.procedure) in \(request.categories.joined(separator: ", "))"
        )
        inside.release(request)
    }

    func obstacles(to request: ExclusionRequest) -> [Reason] { inside.obstacles(to: request) }

    /// Waits for a total number of requests; by then each is in line or inside.
    func requests(_ count: Int) async {
        let latch = Latch()
        let isThere = state.withLock { state in
            state.watchers.append(Watcher(count: count, latch: latch))
            return state.requests >= count
        }
        if !isThere { await latch.wait() }
    }
}

/// Counts the procedures inside, and their highest number at any time.
final class Occupancy: Sendable {
    private let state = Locked((inside: 0, most: 0, visits: 0))

    var most: Int { state.withLock { $0.most } }
    var visits: Int { state.withLock { $0.visits } }

    /// Stays inside while others may enter.
    func visit() async {
        state.withLock { state in
            state.inside += 1
            state.visits += 1
            state.most = max(state.most, state.inside)
        }
        for _ in 0..<20 { await Task.yield() }
        state.withLock { $0.inside -= 1 }
    }
}
