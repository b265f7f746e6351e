import Capabilities
import Policies
import PolicyLanguage
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Returns a policy with one word, `key: NAME`. Each name stands for a capability of the test.
private func policy(_ text: String, _ keys: [ScriptedCapability]) throws -> Policy {
    let catalogue = Catalogue<String>(
        [
            .init(Vocabulary.Word("key")) { use, _ throws(Diagnostic) in
                guard let key = keys.first(where: { $0.name == use.value.value }) else {
                    throw Diagnostic("no-key", at: use.value.location, "is no key")
                }
                return key
            }
        ],
        defaultSubject: "me",
        bindSubject: { _ throws(Diagnostic) in "other" }
    )
    let root = try YAMLTree.parse(
        Array("warrant: 1\nname: test\n\(text)\n".utf8),
        file: "p.yaml"
    )
    let syntax = try PolicySyntax.parse(root, vocabulary: catalogue.vocabulary)
    return try Policy(syntax, to: catalogue) { $0 == "me" ? nil : $0 }
}

private let gone = Reason("gone", "a", "is gone")

@Suite(.timeLimit(.minutes(20))) struct `Policy as a gate` {
    private let a = ScriptedCapability("a", .authorized())
    private let b = ScriptedCapability("b", .authorized())
    private let queue = ProcedureQueue(width: 2, exclusion: ProcessExclusion())

    @Test func `A policy is checked again after a wait for exclusion`() async throws {
        let alone = MutuallyExclusive("backup")
        let latch = Latch()
        let first = queue.enqueue(Procedure("first") { await latch.wait() }.condition(alone))
        while queue.activity.phases[.execution] != 1 { await Task.yield() }
        let work = Procedure("work") { Issue.record("ran") }
            .condition(Satisfies(try policy("require: [key: a]", [a]))).condition(alone)
        let second = queue.enqueue(work)
        while queue.activity.phases[.exclusion] != 1 { await Task.yield() }
        a.change(to: .denied([gone]))
        latch.open()
        #expect(try await first.outcome().isSuccess)
        #expect(
            try await second.outcome().description
                == "refused: `work` did not run: `policy test` is refused: `a` is gone"
        )
    }

    /// Runs work that needs a policy and lasts until it is cancelled.
    private func outcome(
        _ text: String,
        whenBegun: @escaping @Sendable () async -> Void
    ) async throws -> Outcome<Void> {
        let work = Procedure("serve") {
            await whenBegun()
            await untilCancelled()
            throw CancellationError()
        }
        let gate = Satisfies(try policy(text, [a, b]), while: .executing)
        return await queue.run(work.condition(gate))
    }

    @Test(arguments: [
        "require: [key: a, key: b]", "require: [{all: [key: b, key: a]}]",
        "require: [{any: [key: a, {not: {key: b}}]}]",
    ])
    func `A procedure ends when a requirement no longer holds`(text: String) async throws {
        let outcome = try await outcome(text) { [a] in a.change(to: .denied([gone])) }
        #expect(outcome.cancellation?.cause == .ended(gone))
        #expect((a.watchers, b.watchers) == (0, 0))
    }

    @Test func `A procedure ends when a forbidden capability is authorized`() async throws {
        b.change(to: .denied([]))
        let outcome = try await outcome("require: [key: a]\nforbid: [key: b]") { [b] in
            b.change(to: .authorized())
        }
        #expect(
            outcome.cancellation?.cause
                == .ended(Reason("forbidden", "b", "is authorized, but forbidden"))
        )
    }

    @Test func `A procedure is cancelled when the updates of its policy end`() async throws {
        let outcome = try await outcome("require: [key: a, key: b]") { [b] in b.endUpdates() }
        #expect(
            outcome.cancellation?.description == "`serve` was cancelled; "
                + "`the watch for changes` has failed: it came to its end"
        )
    }

    @Test func `A procedure continues while another part of any holds`() async throws {
        let text = "require: [{any: [key: a, key: b]}, {key: a, severity: advice}]"
        let outcome = try await outcome(text) { [a, b] in
            while a.watchers == 0 || b.watchers == 0 { await Task.yield() }
            let looks = a.looks
            a.change(to: .denied([]))
            while a.looks == looks { await Task.yield() }
            b.change(to: .denied([gone]))
        }
        #expect(outcome.cancellation?.cause == .ended(gone))
    }

    @Test func `A gate makes no request by default`() async throws {
        let key = ScriptedCapability("key", .denied([gone]), answers: [.authorized()])
        let policy = try policy("require: [key: key]", [key])
        #expect(!(await queue.run(Procedure("work") {}.condition(Satisfies(policy))).isSuccess))
        #expect(key.requests == 0)
    }

    @Test func `The log has the decision and each part that failed`()
        async throws
    {
        for isHeld in [true, false] {
            let log = KeptLog()
            let gate = Satisfies(try policy("require: [key: a, key: b]", [a, b]))
            if !isHeld { b.change(to: .denied([gone])) }
            let work = Procedure("serve") {}.condition(gate)
            _ = await ProcedureQueue(width: 1, logger: log.logger).run(work)
            let word = isHeld ? "authorized" : "denied"
            let whole: [String: String] = [
                "capability": "policy test", "verdict": word, "subject": "this process",
                "procedure": "serve", "reason": isHeld ? "" : "a is gone",
            ]
            let part: [String: String] = [
                "capability": "b", "verdict": "denied", "subject": "this process",
                "procedure": "serve", "reason": "a is gone", "policy": "test",
            ]
            #expect(log.decisions.map(\.metadata) == (isHeld ? [whole] : [whole, part]))
            #expect(log.decisions.first?.message == "\(word): policy test")
        }
    }
}
