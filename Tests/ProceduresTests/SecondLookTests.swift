import TestSupport
import Testing

@testable import Procedures

/// A condition that is satisfied by its first check only.
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

    /// For each check, whether it was allowed to ask.
    var all: [Bool] { looks.withLock { $0 } }

    func note(_ mayAsk: Bool) -> Int {
        looks.withLock { looks in
            looks.append(mayAsk)
            return looks.count
        }
    }
}

@Suite struct `A second look` {
    private let scope: ProcessExclusion
    private let queue: ProcedureQueue
    private let condition = OnceOnly(looksAgain: true)
    private let alone = MutuallyExclusive("backup")

    init() {
        scope = ProcessExclusion()
        queue = ProcedureQueue(width: 2, exclusion: scope)
    }

    /// Runs a procedure that, after its check, waits for another to leave its category.
    private func outcome(guardedBy condition: OnceOnly) async throws -> Outcome<Void> {
        let latch = Latch()
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

    @Test func `A second look closes the gate without asking`() async throws {
        let outcome = try await outcome(guardedBy: condition)
        guard case .refused(let refusal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(refusal.phase == .conditions)
        #expect(refusal.findings.map(\.result).map(\.reasons.count) == [1, 0])
        #expect(condition.looks.all == [true, false])
    }

    @Test func `A second look happens only for conditions that want it`() async throws {
        let condition = OnceOnly(looksAgain: false)
        #expect(try await outcome(guardedBy: condition).isSuccess)
        #expect(condition.looks.all == [true])
    }

    @Test func `A second look follows if another left between look and entry`() async throws {
        let (latch, looked, mayEnter) = (Latch(), Latch(), Latch())
        let first = queue.enqueue(Procedure("first") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        let pause = BlockCondition("a pause") {
            looked.open()
            await mayEnter.wait()
            return true
        }
        let second = queue.enqueue(
            Procedure("second") {}.condition(condition).condition(pause).condition(alone)
        )
        await looked.wait()
        latch.open()
        #expect(try await first.outcome().isSuccess)
        mayEnter.open()
        #expect(try await second.outcome().word == "refused")
        #expect(condition.looks.all == [true, false])
    }

    @Test func `A second look follows a wait that ended unnoticed`() async {
        let inside = Locked<ExclusionRequest?>(nil)
        // Leaves as soon as another request is in line, before that request knows that it must wait.
        let request = ExclusionRequest(["backup"], for: "first", priority: .background) {
            [scope] _ in
            inside.withLock { $0.take() }.map(scope.release)
        }
        inside.withLock { $0 = request }
        scope.acquire(request)
        let outcome = await queue.run(Procedure("second") {}.condition(condition).condition(alone))
        #expect(outcome.word == "refused")
        #expect(condition.looks.all == [true, false])
    }

    @Test func `A second look follows in a scope that does not track departures`() async {
        let alone = MutuallyExclusive("backup", in: JournalingScope())
        let outcome = await queue.run(Procedure("only") {}.condition(condition).condition(alone))
        #expect(outcome.word == "refused")
        #expect(condition.looks.all == [true, false])
    }

    @Test func `A departure from another category needs no second look`() async {
        let request = ExclusionRequest(["restore"], for: "first")
        scope.acquire(request)
        let leaving = BlockCondition("leaving") { [scope] in
            scope.release(request)
            return true
        }
        let outcome = await queue.run(
            Procedure("second") {}.condition(condition).condition(leaving).condition(alone)
        )
        #expect(outcome.isSuccess)
        #expect(condition.looks.all == [true])
    }

    @Test func `A procedure that did not wait needs no second look`() async {
        let outcome = await queue.run(
            Procedure("only") {}.condition(condition).condition(alone)
        )
        #expect(outcome.isSuccess)
        #expect(condition.looks.all == [true])
    }
}
