import Synchronization

/// Notices the bodies of a queue that hold their thread for long, and logs each of them once.
///
/// It looks a few times within the limit, while the queue has runs. No procedure does anything for it but to run its
/// body on an actor, see ``ThreadHold``.
final class BodyWatch: Sendable {
    /// What stands in the way of a body that does not go on.
    enum Obstacle {
        /// Nothing: it holds its thread, and other tasks get one.
        case itself
        /// It holds a thread or waits for one, and no other task gets one either.
        case noThread
    }

    /// A task that has not begun.
    private final class Probe: Sendable {
        private let isOver = Atomic(false)

        var hasBegun: Bool { isOver.load(ordering: .acquiring) }

        init(_ priority: TaskPriority, _ enter: @escaping @Sendable () async -> Void) {
            Task.detached(priority: priority) { [self] in
                await enter()
                isOver.store(true, ordering: .releasing)
            }
        }
    }

    /// A body that was seen before.
    private struct Suspect {
        let body: Int
        let entrance: Probe
        /// A task of the body's priority. It gets a thread after the body, if the body waits for one.
        let other: Probe
        var looks = 0
        var isLogged = false
    }

    /// The number of looks within the limit.
    private static let looks = 5
    /// Threads of this priority are others than those of bodies, unless the caller of a run has it too.
    private static let priority = TaskPriority.high

    private let limit: Duration
    private let active: ActiveRuns
    private let isWatching = Atomic(false)

    init(_ active: ActiveRuns, limit: Duration) {
        self.active = active
        self.limit = limit
    }

    /// Watches until the queue has no runs. It is called after a run has begun.
    @inline(__always) func begin() {
        guard !isWatching.load(ordering: .sequentiallyConsistent), isToBegin else { return }
        Task.detached(priority: Self.priority) { [self] in await watch() }
    }

    private var isToBegin: Bool { !isWatching.exchange(true, ordering: .sequentiallyConsistent) }

    private func watch() async {
        let interval = limit / Self.looks
        var suspects: [ObjectIdentifier: Suspect] = [:]
        repeat {
            let time = ContinuousClock.now + interval
            // The task is never cancelled.
            try? await Task.sleep(until: time, clock: .continuous)
            // The process or the machine may have been stopped for a while. No body is to blame for that.
            let isLate = ContinuousClock.now - time > interval / 2
            suspects = look(suspects, isLate: isLate)
        } while goesOn
    }

    private var goesOn: Bool {
        if active.isBusy { return true }
        isWatching.store(false, ordering: .sequentiallyConsistent)
        // A run may have begun before that, and found it watching.
        return active.isBusy && isToBegin
    }

    private func look(
        _ before: [ObjectIdentifier: Suspect],
        isLate: Bool
    ) -> [ObjectIdentifier: Suspect] {
        var suspects: [ObjectIdentifier: Suspect] = [:]
        for execution in active.all.flatMap(\.executions) {
            guard let (hold, priority) = execution.body else { continue }
            let id = ObjectIdentifier(hold)
            let body = hold.bodies.load(ordering: .relaxed)
            var suspect = before[id].flatMap { $0.body == body ? $0 : nil }
            if suspect.map({ !$0.isLogged && $0.entrance.hasBegun }) ?? true {
                suspect = Suspect(
                    body: body,
                    entrance: Probe(Self.priority) { await hold.enter() },
                    other: Probe(priority) {}
                )
            } else if !isLate {
                suspect?.looks += 1
            }
            if let found = suspect, found.looks >= Self.looks, !found.isLogged {
                execution.log?.stuck(found.other.hasBegun ? .itself : .noThread, for: limit)
                suspect?.isLogged = true
            }
            suspects[id] = suspect
        }
        return suspects
    }
}
