import Capabilities
import Policies
import Procedures
import Testing

/// The rules of docs/decisions/0005-no-useless-requests.md.
@Suite(.timeLimit(.minutes(20))) struct `Requests for a policy` {
    /// - Parameters:
    ///   - asked: The requests in order.
    ///   - outcomes: A letter for each requirement: `h`olds, `f`ails, is `u`ndetermined, does `n`ot apply.
    private func expect(
        _ text: String,
        asks asked: [String],
        _ outcomes: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let policy = AskingPolicy()
        let found = try await policy.outcomes(of: [text])
        let log = asked.flatMap { ["tell ask \($0)", "ask \($0)"] }
        #expect(policy.log == log, sourceLocation: sourceLocation)
        let letters = found.map { "\($0.outcome.rawValue.prefix(1))" }.joined()
        #expect(letters == outcomes, sourceLocation: sourceLocation)
    }

    @Test func `Requests follow the written order, each after an announcement`() async throws {
        try await expect(
            "require: [ask: once, say: yes, ask: keep, ask: once]",
            asks: ["once", "keep", "once"],
            "hhhh"
        )
    }

    @Test func `A requirement that holds is not requested`()
        async throws
    {
        try await expect("require: [say: yes]", asks: [], "h")
        try await expect("require: [ask: keep, ask: keep]", asks: ["keep"], "hh")
    }

    @Test func `The first refused request stops all further requests`() async throws {
        try await expect(
            "require: [ask: once, ask: no, ask: once]",
            asks: ["once", "no"],
            "hfu"
        )
    }

    @Test(arguments: [
        ("require: [ask: once, say: no]", "uf"),
        ("require: [ask: once]\nforbid: [say: yes]", "uf"),
        ("require: [ask: once]\nforbid: [ask: once]", "uu"),
        ("require: [all: [ask: once, say: no]]", "f"),
        ("require: [any: [say: no, all: [ask: once, say: no]]]", "f"),
        ("require: [{ask: once, when: {ask: once}}]", "u"),
        ("require: [ask: once, {all: [{say: no, when: {say: no}}]}]", "uu"),
    ])
    func `A request that cannot help is not made`(text: String, outcomes: String) async throws {
        try await expect(text, asks: [], outcomes)
    }

    @Test(arguments: [
        ("require: [not: {ask: once}]", "u"),
        ("require: [say: yes, {ask: once, severity: advice}]", "hu"),
        ("require: [say: yes, {ask: once, when: {say: no}}]", "hn"),
        ("require: [say: yes]\nforbid: [ask: once]", "hu"),
    ])
    func `Only required parts are requested`(text: String, outcomes: String) async throws {
        try await expect(text, asks: [], outcomes)
    }

    @Test func `Parts of all are requested up to the first refusal`() async throws {
        try await expect(
            "require: [all: [ask: once, say: yes, ask: keep]]",
            asks: ["once", "keep"],
            "h"
        )
        try await expect("require: [all: [ask: no, ask: once]]", asks: ["no"], "f")
    }

    @Test func `Parts of any are requested up to the first that is granted`()
        async throws
    {
        try await expect("require: [any: [ask: once, say: yes]]", asks: [], "h")
        try await expect(
            "require: [any: [say: no, ask: no, ask: once, ask: keep]]",
            asks: ["no", "once"],
            "h"
        )
        try await expect(
            "require: [any: [all: [ask: once, say: no], ask: keep]]",
            asks: ["keep"],
            "h"
        )
        try await expect(
            "require: [any: [{ask: once, when: {say: no}}, ask: keep]]",
            asks: ["keep"],
            "h"
        )
    }

    @Test func `Failed advice does not stop requests`() async throws {
        try await expect(
            "require: [{say: no, severity: advice}, ask: once]\nforbid: [say: no]",
            asks: ["once"],
            "fhh"
        )
    }

    @Test func `A policy is checked again after its requests`() async throws {
        try await expect("require: [ask: keep]\nforbid: [given: keep]", asks: ["keep"], "hf")
    }

    /// A request for one policy may break another, or meet another.
    @Test(arguments: [
        (["require: [ask: keep]", "forbid: [given: keep]"], ["keep"], "hf"),
        (["forbid: [given: keep]", "require: [ask: keep]"], ["keep"], "fh"),
        (["require: [ask: keep]", "require: [given: keep]"], ["keep"], "hh"),
        (["require: [given: keep]", "require: [ask: keep]"], ["keep"], "hh"),
        (
            ["require: [ask: keep]", "require: [given: keep, ask: once]"],
            ["keep", "once"], "hhh"
        ),
        (["require: [ask: keep]", "forbid: [given: keep]\nrequire: [ask: once]"], ["keep"], "huf"),
        (["require: [ask: once]", "require: [say: yes]"], ["once"], "hh"),
        (["require: [say: no]", "forbid: [given: keep]"], [], "fh"),
    ])
    func `Several policies are checked again after all requests`(
        texts: [String],
        asked: [String],
        outcomes: String
    ) async throws {
        let policy = AskingPolicy()
        let found = try await policy.outcomes(of: texts)
        #expect(policy.log == asked.flatMap { ["tell ask \($0)", "ask \($0)"] })
        #expect(found.map { "\($0.outcome.rawValue.prefix(1))" }.joined() == outcomes)
    }

    @Test func `A request without an answer in time is undetermined`() async throws {
        let policy = AskingPolicy()
        let found = try await policy.outcomes(
            of: ["require: [ask: never]"],
            forUpTo: .milliseconds(1)
        )
        #expect(policy.log == ["tell ask never", "ask never"])
        #expect(
            found[0].part.verdict.reasons.map(\.message) == [
                "gave no answer within 1 ms", "is not asked",
            ]
        )
        #expect(found[0].outcome == .undetermined)
    }
}
