import TestSupport
import Testing

@testable import Procedures

/// Satisfied by the first look, and by no other.
private struct OnceOnly: Condition {
    let name = "the first to come"
    let looksAgain: Bool
    let looks = Looks()

    func evaluate(in context: ConditionContext) async -> ConditionResult {
        let count = looks.note(context.mayAsk)
        return count == 1 ? .satisfied : .refused([Reason("late", name, "came before")])
    }
}

private final class Looks: Sendable {
    private let looks = Locked<[Bool]>([])

    /// For each look, whether it might ask.
    var all: [Bool] { looks.withLock { $0 } }

    func note(_ mayAsk: Bool) -> Int {
        looks.withLock { looks in
            looks.append(mayAsk)
            return looks.count
        }
    }
}

@Suite struct `A second look` {
    private let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion())
    private let condition = OnceOnly(looksAgain: true)

    /// Runs a procedure that has to wait for another to leave its category, after it was looked at.
    private func outcome(guardedBy condition: OnceOnly) async throws -> Outcome<Void> {
        let latch = Latch()
        let alone = MutuallyExclusive("backup")
        let first = queue.enqueue(Procedure("first") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        let second = queue.enqueue(
            Procedure("second") {}.condition(condition).condition(alone)
        )
        while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
        latch.open()
        #expect(try await first.outcome().isSuccess)
        return try await second.outcome()
    }

    @Test func `closes the gate, and asks for nothing`() async throws {
        let outcome = try await outcome(guardedBy: condition)
        guard case .refused(let refusal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(refusal.phase == .conditions)
        #expect(refusal.findings.map(\.result).map(\.reasons.count) == [1, 0])
        #expect(condition.looks.all == [true, false])
    }

    @Test func `is for those that want it`() async throws {
        let condition = OnceOnly(looksAgain: false)
        #expect(try await outcome(guardedBy: condition).isSuccess)
        #expect(condition.looks.all == [true])
    }

    @Test func `is not needed where nobody had to wait`() async {
        let alone = MutuallyExclusive("backup")
        let outcome = await queue.run(
            Procedure("only") {}.condition(condition).condition(alone)
        )
        #expect(outcome.isSuccess)
        #expect(condition.looks.all == [true])
    }
}
