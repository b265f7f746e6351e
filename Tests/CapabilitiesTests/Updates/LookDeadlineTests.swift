import Capabilities
import TestSupport
import Testing
import WarrantTesting

@testable import Procedures

/// Checks of which the last ignores its deadline.
private final class Stuck: Capability {
    struct Status: AuthorizationStatus {
        func meets(_ requirement: Void) -> Verdict { .authorized() }
    }

    let name = "key"
    var requirement: Void { () }
    private let good: Int
    private let looks = Locked(0)
    let isStuck = Latch()
    let mayEnd = Latch()
    private let changes = AsyncStream<Void>.makeStream()
    private let listensForEver: Bool

    /// - Parameter good: The number of checks that answer at once.
    init(after good: Int = 0, listensForEver: Bool = false) {
        self.good = good
        self.listensForEver = listensForEver
    }

    func authorizationStatus() async -> Status {
        let count = looks.withLock { looks in
            looks += 1
            return looks
        }
        if count > good {
            isStuck.open()
            await mayEnd.wait()
        }
        return Status()
    }

    func change() { changes.continuation.yield() }

    var updates: StatusUpdates<Status> {
        StatusUpdates {
            await self.authorizationStatus()
        } whenever: {
            if self.listensForEver { await self.mayEnd.wait() }
            return self.changes.stream
        }
    }

    static func == (one: Stuck, other: Stuck) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@Suite(.timeLimit(.minutes(20))) struct `A look that does not end` {
    private let clock = ManualClock()
    private let queue: ProcedureQueue
    private let late = Reason("deadline-passed", "key", "gave no answer within 5 s")

    init() {
        var deadlines = Deadlines()
        // No other deadline than that of a check may pass.
        deadlines.condition = .seconds(1_000_000)
        queue = ProcedureQueue(width: 1, deadlines: deadlines, clock: clock)
    }

    /// Advances the clock until the procedure has ended.
    private func outcome<Output>(of work: Procedure<Output>) async throws -> Outcome<Output> {
        let handle = queue.enqueue(work)
        let over = Locked(false)
        let waiting = Task {
            let outcome = try await handle.outcome()
            over.withLock { $0 = true }
            return outcome
        }
        while !over.withLock({ $0 }) {
            clock.advance(by: .seconds(1))
            await Task.yield()
        }
        return try await waiting.value
    }

    private func hasReturned(_ key: Stuck) async {
        #expect(queue.activity.abandonedConditions == 1)
        key.mayEnd.open()
        while queue.activity.abandonedConditions > 0 { await Task.yield() }
    }

    @Test func `An endless look closes the gate after five seconds, and is counted`()
        async throws
    {
        let key = Stuck()
        let outcome = try await outcome(of: Procedure("work") {}.condition(AuthorizedFor(key)))
        #expect(
            outcome.description == "refused: `work` did not run: `key` gave no answer within 5 s"
        )
        await hasReturned(key)
    }

    @Test func `An endless look ends at the limit of its gate`() async throws {
        let key = Stuck()
        let gate = AuthorizedFor(key, within: .milliseconds(1500))
        let outcome = try await outcome(of: Procedure("work") {}.condition(gate))
        #expect(outcome.refusal?.description.contains("within 1.5 s") == true)
        await hasReturned(key)
    }

    @Test func `An endless look fails the procedure that gets the status`() async throws {
        let key = Stuck()
        let outcome = try await outcome(of: GetAuthorizationStatus(key).procedure)
        guard case .failed(let error) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error as? NoAnswer == .late(.seconds(5)))
        await hasReturned(key)
    }

    /// The two cases are the gate's own check, and the check that begins the watch of the work.
    @Test(arguments: [1, 2])
    func `An endless look cancels the work that it watches`(good: Int) async throws {
        let key = Stuck(after: good)
        let work = Procedure("serve") {
            key.change()
            await untilCancelled()
            throw CancellationError()
        }
        let outcome = try await outcome(
            of: work.condition(AuthorizedFor(key, while: .executing))
        )
        #expect(outcome.cancellation?.cause == .ended(late))
        await hasReturned(key)
    }

    @Test func `A listener that never begins cancels the work that it watches`() async throws {
        let key = Stuck(after: 100, listensForEver: true)
        let work = Procedure("serve") {
            await untilCancelled()
            throw CancellationError()
        }
        let outcome = try await outcome(
            of: work.condition(AuthorizedFor(key, while: .executing))
        )
        #expect(
            outcome.cancellation?.description == "`serve` was cancelled; "
                + "`the watch for changes` has failed: gave no answer within 5 s"
        )
        await hasReturned(key)
    }

    @Test func `Too many abandoned looks prevent further looks`() async throws {
        let patience = Patience(timer: DeadlineTimer(clock: SkippingClock()))
        let latch = Latch()
        for _ in 0..<Patience.abandonedLimit {
            await #expect(throws: NoAnswer.late(.seconds(1))) {
                try await patience.answer(within: .seconds(1)) { await latch.wait() }
            }
        }
        await #expect(throws: NoAnswer.tooManyAbandoned) {
            try await patience.answer(within: .seconds(1)) { Issue.record("was begun") }
        }
        #expect(
            "\(NoAnswer.tooManyAbandoned)"
                == "is not checked: 64 checks past their deadlines still run"
        )
        latch.open()
        while (try? await patience.answer(within: .seconds(1)) { 7 }) != 7 { await Task.yield() }
    }
}
