/// The runs of a queue that have not ended.
final class ActiveRuns: Sendable {
    private struct State {
        var runs: [ObjectIdentifier: Run] = [:]
        var isShuttingDown = false
        var whenIdle: [Ending<Void>] = []
    }

    private let state = Locked(State())

    var all: [Run] { state.withLock { Array($0.runs.values) } }

    var isBusy: Bool { state.withLock { !$0.runs.isEmpty } }

    /// - Returns: false if the queue is shutting down and accepts no more runs.
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

    /// Returns an ending that is settled once no run is left.
    func whenIdle() -> Ending<Void> {
        let answer = Ending<Void>()
        let isIdle = state.withLock { state in
            if !state.runs.isEmpty { state.whenIdle.append(answer) }
            return state.runs.isEmpty
        }
        if isIdle { answer.settle(()) }
        return answer
    }

    func expire(at now: Nanoseconds) -> Nanoseconds? {
        all.map { $0.expire(at: now) }.min()
    }
}
