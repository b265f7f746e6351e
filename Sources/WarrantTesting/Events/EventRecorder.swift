public import Procedures

/// Records the events of every procedure that it observes, in the order in which they happen.
///
/// ```swift
/// let recorder = EventRecorder()
/// let queue = ProcedureQueue(width: 2, observers: [recorder])
/// await queue.run(backup)
/// #expect(recorder.executed == ["dump", "upload"])
/// ```
///
/// Events of procedures that run at once are recorded in the order of their arrival. Compare the events of each
/// procedure separately, with ``events(of:)-(String)``. The recorder keeps every event for its whole life.
public final class EventRecorder: Observer {
    private struct State {
        var events: [RecordedEvent] = []
        var waiting: [Int: Waiting] = [:]
        /// The waiters that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
        var lastNumber = 0
    }

    /// A task that knows the first `count` events, and waits for more.
    private struct Waiting {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Locked(State())

    public init() {}

    /// All events so far.
    public var events: [RecordedEvent] { state.withLock { $0.events } }

    /// All events so far, one on each line: `upload didFinish succeeded`.
    public var lines: [String] { events.map(\.description) }

    /// The procedures, in the order of their first events.
    public var names: [String] {
        var seen: Set<ProcedureIdentity> = []
        return events.map(\.procedure).filter { seen.insert($0).inserted }.map(\.name)
    }

    /// The procedures whose work has begun, in that order. A procedure occurs once for each attempt.
    public var executed: [String] {
        events.filter { $0.kind == .willExecute }.map(\.procedure.name)
    }

    /// Returns the events of every procedure with this name.
    public func events(of name: String) -> [RecordedEvent.Kind] {
        events.filter { $0.procedure.name == name }.map(\.kind)
    }

    /// Returns the events of one procedure.
    public func events(of procedure: ProcedureIdentity) -> [RecordedEvent.Kind] {
        events.filter { $0.procedure == procedure }.map(\.kind)
    }

    private func note(_ procedure: ProcedureIdentity, _ kind: RecordedEvent.Kind) {
        let waiting = state.withLock { state in
            state.events.append(RecordedEvent(procedure, kind))
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.continuation.resume() }
    }
}

// Waiting, without polling or sleeping.
extension EventRecorder {
    /// Returns the first event that `matches`, and waits for it if it has not happened yet.
    ///
    /// Use it in a test that must act while a procedure runs, for example to cancel it once its work has begun. For an
    /// event that never happens it waits until the task is cancelled, as by the time limit of a test.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    @discardableResult
    public func waitFor(
        where matches: (RecordedEvent) throws -> Bool
    ) async throws -> RecordedEvent {
        var known = 0
        while true {
            let events = events
            if let event = try events[known...].first(where: matches) { return event }
            known = events.count
            await more(than: known)
            try Task.checkCancellation()
        }
    }

    /// Returns the first such event of a procedure with this name, and waits for it if it has not happened yet.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    @discardableResult
    public func waitFor(_ kind: RecordedEvent.Kind, of name: String) async throws -> RecordedEvent {
        try await waitFor { $0.procedure.name == name && $0.kind == kind }
    }

    /// Waits until there are more events, or the task is cancelled.
    private func more(than count: Int) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        await withTaskCancellationHandler {
            await withCheckedContinuation { begin(number, Waiting(count: count, continuation: $0)) }
        } onCancel: {
            cancel(number)
        }
    }

    private func begin(_ number: Int, _ waiting: Waiting) {
        let isOver = state.withLock { state in
            let isOver = state.events.count > waiting.count || state.cancelled.contains(number)
            if !isOver { state.waiting[number] = waiting }
            return isOver
        }
        if isOver { waiting.continuation.resume() }
    }

    private func cancel(_ number: Int) {
        let waiting = state.withLock { state in
            // Not waiting yet: the wait finds this entry when it begins.
            state.cancelled.insert(number)
            return state.waiting.removeValue(forKey: number)
        }
        waiting?.continuation.resume()
    }
}

extension EventRecorder {
    public func didAttach(to procedure: ProcedureIdentity) { note(procedure, .didAttach) }

    public func willAttempt(_ procedure: ProcedureIdentity) { note(procedure, .willAttempt) }

    public func didEvaluate(
        _ condition: String,
        _ result: ConditionResult,
        of procedure: ProcedureIdentity
    ) {
        note(procedure, .didEvaluate(condition: condition, result))
    }

    public func willExecute(_ procedure: ProcedureIdentity) { note(procedure, .willExecute) }

    public func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        note(procedure, .willAdd(produced))
    }

    public func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) {
        note(procedure, .didAdd(produced))
    }

    public func didExecute(_ procedure: ProcedureIdentity) { note(procedure, .didExecute) }

    public func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) {
        note(procedure, .didCancel(cancellation))
    }

    public func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) {
        note(procedure, .didRefuse(refusal))
    }

    public func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        note(procedure, .willFinish(outcome.ending))
    }

    public func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) {
        note(procedure, .didFinish(outcome.ending))
    }
}
