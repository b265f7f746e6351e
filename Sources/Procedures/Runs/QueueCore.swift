import Logging
import Synchronization

/// What the runs of one queue share.
final class QueueCore: Sendable {
    /// As many conditions may go on unheeded at once after their deadline as this; until some of them
    /// return, others are not even begun.
    static let abandonedLimit = 64

    private struct State {
        var runs: [ObjectIdentifier: Run] = [:]
        var isShuttingDown = false
        var whenIdle: [Ending<Void>] = []
    }

    let width: Int
    let slots: Slots
    let timer: DeadlineTimer
    let watch: DeadlineWatch
    let deadlines: Deadlines
    let exclusion: ProcessExclusion
    let observers: [any Observer]
    let logger: Logger?
    let flights = SingleFlight()
    /// How many conditions go on after their procedure has given up on them.
    let abandoned = Atomic(0)
    /// How many works go on after they were cancelled by a deadline.
    let overrunning = Atomic(0)
    private let state = Locked(State())

    init(
        width: Int,
        deadlines: Deadlines,
        exclusion: ProcessExclusion,
        observers: [any Observer],
        logger: Logger?,
        timer: DeadlineTimer
    ) {
        self.width = max(1, width)
        slots = Slots(self.width)
        self.timer = timer
        watch = DeadlineWatch(timer: timer)
        self.deadlines = deadlines
        self.exclusion = exclusion
        self.observers = observers
        self.logger = logger
        watch.begin { [weak self] in self?.expire(at: $0) }
    }

    var runs: [Run] { state.withLock { Array($0.runs.values) } }

    /// - Returns: false when the queue shuts down, and takes no more.
    func enter(_ run: Run) -> Bool {
        state.withLock { state in
            guard !state.isShuttingDown else { return false }
            state.runs[ObjectIdentifier(run)] = run
            return true
        }
    }

    func leave(_ run: Run) {
        let idle = state.withLock { state -> [Ending<Void>] in
            state.runs[ObjectIdentifier(run)] = nil
            guard state.runs.isEmpty else { return [] }
            defer { state.whenIdle = [] }
            return state.whenIdle
        }
        for answer in idle { answer.settle(()) }
    }

    func close() { state.withLock { $0.isShuttingDown = true } }

    /// Is settled when no run is left.
    func whenIdle() -> Ending<Void> {
        let answer = Ending<Void>()
        let isIdle = state.withLock { state in
            if !state.runs.isEmpty { state.whenIdle.append(answer) }
            return state.runs.isEmpty
        }
        if isIdle { answer.settle(()) }
        return answer
    }

    private func expire(at now: Nanoseconds) -> Nanoseconds? {
        runs.map { $0.expire(at: now) }.min()
    }
}
