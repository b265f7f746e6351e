import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// An approval for one request only, such as that of a person who should not be asked twice.
@Suite struct `One-time approval before a wait` {
    private let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion())
    private let alone = MutuallyExclusive("backup")

    /// Runs a procedure that, after its request, waits for another procedure to leave its category. Meanwhile `body`
    /// may change the state.
    private func outcome(
        _ condition: some Condition,
        waiting body: () -> Void = {}
    ) async throws -> Outcome<Void> {
        let latch = Latch()
        let first = queue.enqueue(Procedure("first") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        let second = queue.enqueue(Procedure("second") {}.condition(condition).condition(alone))
        while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
        body()
        latch.open()
        #expect(try await first.outcome().isSuccess)
        return try await second.outcome()
    }

    @Test func `A one-time approval admits a procedure that waited for exclusion`() async throws {
        let person = Person()
        #expect(try await outcome(AuthorizedFor(person, asking: .once)).isSuccess)
        #expect(person.calls == ["looked", "asked", "looked", "looked"])
    }

    @Test func `A one-time approval counts as a part of a group`() async throws {
        let person = Person()
        let parts = AnyOf {
            AuthorizedFor(ScriptedCapability("key", .denied([])), asking: .once)
            AuthorizedFor(person, asking: .once)
        }
        #expect(try await outcome(parts).isSuccess)
        #expect(person.calls.filter { $0 == "asked" }.count == 1)
    }

    @Test(arguments: [
        Verdict.denied([Reason("withdrawn", "the key", "was withdrawn")]),
        .undetermined([Reason("nobody", "the key", "is nobody's any more")]),
    ])
    func `A one-time approval lapses if the status changes meanwhile`(found: Verdict) async throws {
        let person = Person()
        let outcome = try await outcome(AuthorizedFor(person, asking: .once)) {
            person.change(to: found)
        }
        guard case .refused(let refusal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(refusal.findings.map(\.result.reasons) == [found.reasons, []])
        #expect(person.calls == ["looked", "asked", "looked", "looked"])
    }

    @Test func `A one-time approval lasts for one attempt only`() async throws {
        let person = Person()
        let work = Procedure("twice") {}.condition(AuthorizedFor(person, asking: .once)).repeated(2)
        #expect(await queue.run(work).isSuccess)
        #expect(person.calls == ["looked", "asked", "looked", "looked", "asked", "looked"])
        person.willSay(.denied([]))
        let second = Procedure("second") {}.condition(AuthorizedFor(person, asking: .once))
        #expect(await !queue.run(second).isSuccess)
    }

    @Test func `A one-time approval lasts during the work until the status changes`() async throws {
        let person = Person()
        let withdrawn = Reason("withdrawn", "the key", "was withdrawn")
        let work = Procedure("serve") {
            // The fourth call is the check that begins the watch.
            while person.calls.count < 4 { await Task.yield() }
            person.change(to: .denied([withdrawn]))
            await untilCancelled()
            throw CancellationError()
        }
        let outcome = await queue.run(
            work.condition(AuthorizedFor(person, while: .executing, asking: .once))
        )
        #expect(outcome.cancellation?.cause == .ended(withdrawn))
    }

    @Test func `A one-time approval does not carry over to another run`() async throws {
        let person = Person()
        let condition = AuthorizedFor(person, asking: .once)
        let outcome = try await outcome(condition)
        #expect(outcome.isSuccess)
        // The same condition, in another run.
        #expect(
            await !queue.run(Procedure("no") {}.condition(SilentCondition(condition))).isSuccess
        )
    }
}

/// A person who must be asked each time.
private final class Person: Capability {
    struct Status: AuthorizationStatus {
        let verdict: Verdict
        let isForThisOnce: Bool
        func meets(_ requirement: Void) -> Verdict { verdict }
    }

    let name = "the key"
    var requirement: Void { () }
    private let state = Locked(
        (
            calls: [String](),
            found: Verdict.undetermined([Reason("would-ask", "the key", "has to be asked for")]),
            answer: Verdict.authorized()
        )
    )

    private let changes = AsyncStream<Void>.makeStream()

    var calls: [String] { state.withLock { $0.calls } }

    func change(to found: Verdict) {
        state.withLock { $0.found = found }
        changes.continuation.yield()
    }

    var updates: StatusUpdates<Status> {
        StatusUpdates {
            try await self.authorizationStatus()
        } whenever: {
            self.changes.stream
        }
    }

    func willSay(_ answer: Verdict) { state.withLock { $0.answer = answer } }

    func authorizationStatus() async throws -> Status {
        state.withLock { state in
            state.calls.append("looked")
            return Status(verdict: state.found, isForThisOnce: false)
        }
    }

    func requestAuthorization() async throws -> Status {
        state.withLock { state in
            state.calls.append("asked")
            return Status(verdict: state.answer, isForThisOnce: true)
        }
    }

    static func == (one: Person, other: Person) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
