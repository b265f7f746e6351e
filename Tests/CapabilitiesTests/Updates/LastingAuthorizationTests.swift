import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

private struct Broken: Error, CustomStringConvertible {
    let description = "the disk is on fire"
}

private let reason = Reason("gone", "key", "is gone")

/// Work that lasts until it is cancelled, and that a capability guards all the time.
@Suite(.timeLimit(.minutes(20))) struct `Work that an authorization must outlast` {
    let key = ScriptedCapability("key", .authorized())
    let other = ScriptedCapability("other", .authorized())
    let queue = ProcedureQueue(width: 1)

    /// - Parameter whenBegun: Called once the work has begun.
    private func outcome(
        _ condition: some Condition,
        whenBegun: @escaping @Sendable () -> Void
    ) async -> Outcome<Void> {
        let work = Procedure("serve") {
            whenBegun()
            await untilCancelled()
            throw CancellationError()
        }
        return await queue.run(work.condition(condition))
    }

    @Test func `A denial cancels the work, with the reason in the outcome`() async {
        let outcome = await outcome(AuthorizedFor(key, while: .executing)) { [key] in
            key.change(to: .denied([reason]))
        }
        #expect(outcome.cancellation?.cause == .ended(reason))
        #expect("\(outcome)" == "cancelled: `serve` was cancelled; `key` is gone")
        #expect(key.watchers == 0)
    }

    @Test func `A failed look cancels the work`() async {
        let outcome = await outcome(AuthorizedFor(key, while: .executing)) { [key] in
            key.change(toFailing: Broken())
        }
        let failed = Reason("look-failed", "key", "the disk is on fire")
        #expect(outcome.cancellation?.cause == .ended(failed))
        #expect(key.watchers == 0)
    }

    @Test func `The end of updates cancels the work`() async {
        let outcome = await outcome(AuthorizedFor(key, while: .executing)) { [key] in
            key.endUpdates()
        }
        #expect(
            outcome.cancellation?.description == "`serve` was cancelled; "
                + "`the watch for changes` has failed: it came to its end"
        )
    }

    @Test func `An authorization lost before the work began cancels it`() async {
        let brief = ScriptedCapability("brief", .authorized(), .denied([reason]))
        let outcome = await outcome(AuthorizedFor(brief, while: .executing)) {}
        #expect(outcome.cancellation?.cause == .ended(reason))
    }

    @Test func `An undetermined status without a reason cancels the work`() async {
        let outcome = await outcome(AuthorizedFor(key, while: .executing)) { [key] in
            key.change(to: .undetermined([]))
        }
        #expect(
            outcome.cancellation?.description
                == "`serve` was cancelled; `key` is no longer authorized"
        )
    }

    @Test func `Work continues through harmless changes, and its watch ends with it`() async {
        let procedure = Procedure("serve") { [key] in
            // Before the second check, the watcher might miss the change.
            while key.looks < 2 { await Task.yield() }
            key.change(to: .authorized([reason]))
            while key.looks < 3 { await Task.yield() }
            return 7
        }
        .condition(AuthorizedFor(key, while: .executing))
        #expect(await queue.run(procedure).output == 7)
        #expect(key.watchers == 0)
    }

    @Test func `Each attempt watches the authorization again`() async {
        let attempts = Counter()
        let procedure = Procedure("serve") { [key] in
            let attempt = attempts.next()
            while key.watchers == 0 { await Task.yield() }
            if attempt < 3 { throw Broken() }
        }
        .condition(AuthorizedFor(key, while: .executing)).retried(upTo: 5)
        #expect(await queue.run(procedure).ending == .succeeded)
        #expect(attempts.value == 3)
        #expect(key.watchers == 0)
    }

    @Test func `Work does not begin if changes cannot be reported`() async {
        let holding = Holding(verdict: .authorized())
        let outcome = await outcome(AuthorizedFor(holding, while: .executing)) {
            Issue.record("ran")
        }
        #expect(
            outcome.refusal?.description == "`serve` did not run: `key` may change at any "
                + "time without notice; look at it when you need it"
        )
        #expect(holding.open.count == 0)
    }

    @Test func `Work that needs authorization only at its start is not watched`() async {
        let procedure = Procedure("serve") { [key] in
            key.change(to: .denied([]))
            return key.watchers
        }
        #expect(await queue.run(procedure.condition(AuthorizedFor(key))).output == 0)
    }

    @Test func `Work that needs all capabilities ends when the first is lost`() async {
        let both = AllOf {
            AuthorizedFor(key, while: .executing)
            AuthorizedFor(other, while: .executing)
        }
        let outcome = await outcome(both) { [other] in other.change(to: .denied([reason])) }
        #expect(outcome.cancellation?.cause == .ended(reason))
        #expect((key.watchers, other.watchers) == (0, 0))
    }

    @Test func `Work that needs any capability ends when the last is lost`() async {
        let either = AnyOf {
            AuthorizedFor(key, while: .executing)
            AuthorizedFor(other, while: .executing)
        }
        let outcome = await outcome(either) { [key, other] in
            key.change(to: .denied([]))
            other.change(to: .denied([reason]))
        }
        #expect(outcome.cancellation?.cause == .ended(reason))
        #expect((key.watchers, other.watchers) == (0, 0))
    }

    @Test func `Work continues if another condition holds by itself`() async {
        let either = AnyOf {
            AuthorizedFor(key, while: .executing)
            TrueCondition()
        }
        let procedure = Procedure("serve") { [key] in
            key.change(to: .denied([reason]))
            // Both the gate and the watcher have checked, and the watcher has ended by then.
            while key.looks < 2 || key.watchers > 0 { await Task.yield() }
            try Task.checkCancellation()
        }
        #expect(await queue.run(procedure.condition(either)).ending == .succeeded)
    }
}
