import Procedures
import WarrantTesting

/// Counts the procedures inside, and their highest number at any time.
final class Overlap: Sendable {
    private let state = Locked((inside: 0, most: 0, entries: 0))

    var most: Int { state.withLock { $0.most } }
    var entries: Int { state.withLock { $0.entries } }
    var inside: Int { state.withLock { $0.inside } }

    func enter() {
        state.withLock { state in
            state.inside += 1
            state.entries += 1
            state.most = max(state.most, state.inside)
        }
    }

    func leave() { state.withLock { $0.inside -= 1 } }

    /// Stays inside long enough for others to enter, if they may.
    func visit() async {
        enter()
        for _ in 0..<5 { await Task.yield() }
        leave()
    }
}

/// Enters at the start of every event and leaves at its end, so that overlapping events show.
struct OverlapObserver: Observer {
    let overlap: Overlap

    private func pass() {
        overlap.enter()
        overlap.leave()
    }

    func didAttach(to procedure: ProcedureIdentity) { pass() }
    func willExecute(_ procedure: ProcedureIdentity) { pass() }
    func willAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) { pass() }
    func didAdd(_ produced: ProcedureIdentity, to procedure: ProcedureIdentity) { pass() }
    func didExecute(_ procedure: ProcedureIdentity) { pass() }
    func didCancel(_ procedure: ProcedureIdentity, _ cancellation: Cancellation) { pass() }
    func didRefuse(_ procedure: ProcedureIdentity, _ refusal: Refusal) { pass() }
    func willFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) { pass() }
    func didFinish(_ procedure: ProcedureIdentity, _ outcome: Outcome<Void>) { pass() }
}

/// A condition that holds after a procedure has run.
struct Prepared: Condition {
    let name = "prepared"
    let remedy: Procedure<Void>
    var produces: [any ProcedureConvertible] { [remedy] }
    func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
}

/// A place for a value that is known only later.
final class Box<Value: Sendable>: Sendable {
    private let state = Locked(Value?.none)

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

extension ManualClock {
    /// Advances the clock step by step until `body` returns. Each step is much slower than work that waits for nothing.
    func passing<Value: Sendable>(
        by step: Duration = .milliseconds(10),
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        let answer = Box<Value>()
        let task = Task {
            let value = await body()
            answer.value = value
            return value
        }
        while answer.value == nil {
            advance(by: step)
            await Task.yield()
        }
        return await task.value
    }
}

extension Deadlines {
    /// Deadlines for a clock that a test advances as fast as it can.
    static let endless = {
        var deadlines = Deadlines()
        deadlines.dependencies = .seconds(Int64.max)
        deadlines.remedies = .seconds(Int64.max)
        deadlines.condition = .seconds(Int64.max)
        deadlines.exclusion = .seconds(Int64.max)
        return deadlines
    }()
}
