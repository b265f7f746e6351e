import Capabilities
import Foundation
import LinuxCapabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Procedures
import Questions
import TestSupport
import Testing

@Suite struct `Word of a program's own` {
    private static let licence = PolicyWord("shop-licence", values: ["trial", "full"]) {
        Licence(kind: $0)
    }

    /// A word that reads its value itself, and asks about a subject.
    private static let quota = PolicyWord("shop-quota") { value, subject in
        guard let amount = UInt32(value), amount > 0 else { throw InvalidAmount(text: value) }
        return Quota(amount: amount, subject: subject)
    }

    private static func policy(_ requirements: String, _ texts: [String: String] = [:]) throws
        -> Policy
    {
        try Policy(
            text: "warrant: 1\nname: shop\n\(requirements)",
            named: "shop.yaml",
            including: texts,
            words: [licence, quota]
        )
    }

    private static func problems(_ requirements: String, _ texts: [String: String] = [:])
        -> [String]
    {
        do {
            _ = try policy(requirements, texts)
            return []
        } catch {
            return (error as? Diagnostics)?.all.map(\.description) ?? ["\(error)"]
        }
    }

    @Test(arguments: [
        ("require: [shop-licence: full]", PolicyReport.Outcome.holds),
        ("require: [shop-licence: trial]", .fails),
        ("forbid: [shop-licence: trial]", .holds),
        ("forbid: [shop-licence: full]", .fails),
        ("require: [not: { shop-licence: trial }]", .holds),
        ("require: [any: [{ shop-licence: trial }, { read: /etc/passwd }]]", .holds),
        ("require: [{ read: /etc/passwd, when: { shop-licence: full } }]", .holds),
        (
            "require: [shop-licence: full, { read: /nonexistent, when: { shop-licence: trial } }]",
            .holds
        ),
        ("parameters: { kind: { default: full } }\nrequire: [shop-licence: '${kind}']", .holds),
        ("require: [{ shop-quota: 5, as: www-data }]", .holds),
        ("require: [shop-quota: 5]", .fails),
        ("subject: www-data\nrequire: [shop-quota: 5]", .holds),
    ])
    func `A check asks the program's capability`(
        requirements: String,
        outcome: PolicyReport.Outcome
    ) async throws {
        #expect(await (try Self.policy(requirements)).check().outcome == outcome)
    }

    @Test func `A report shows the capability's words and evidence`() async throws {
        let text = "require: [{ shop-licence: trial, because: the trial is over, id: paid }]"
        let report = await (try Self.policy(text)).check()
        let finding = try #require(report.findings.first)
        #expect(finding.title == "a licence of kind trial")
        #expect(finding.id == "paid")
        #expect(finding.because == "the trial is over")
        #expect(finding.verdict == .denied([Licence.reason("trial")]))
        #expect(finding.location == SourceLocation(file: "shop.yaml", line: 3, column: 11))
    }

    @Test func `A policy in a file and its includes use the words`() async throws {
        let texts = ["parts/paid.yaml": "warrant: 1\nname: paid\nrequire: [shop-licence: trial]\n"]
        let report = await (try Self.policy("include: { paid: parts/paid.yaml }", texts)).check()
        #expect(report.findings.map(\.title) == ["a licence of kind trial"])

        let folder = try TemporaryFolder()
        let path = folder.path + "/shop.yaml"
        let text = "warrant: 1\nname: shop\nrequire: [shop-licence: trial]\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await (try Policy(path: path, words: [Self.licence])).check().outcome == .fails)
        #expect(throws: Diagnostics.self) { try Policy(path: path) }
    }

    @Test(arguments: [
        (
            "require: [shop-licence: ful]",
            "shop.yaml:3:25: `ful` is not a value of `shop-licence`; did you mean `full`? [unknown-value]"
        ),
        (
            "require: [shop-licenc: full]",
            "shop.yaml:3:11: unknown word `shop-licenc`; did you mean `shop-licence`? [unknown-word]"
        ),
        (
            "require: [{ shop-licence: full, at-least: 5 }]",
            "shop.yaml:3:33: `at-least` is a key of `sysctl`, not of `shop-licence`; "
                + "remove it, or move it to where `sysctl` is [misplaced-key]"
        ),
        (
            "require: [{ shop-licence: full, becuse: it must }]",
            "shop.yaml:3:33: unknown key `becuse` of `shop-licence`; did you mean `because`? [unknown-key]"
        ),
        (
            "require: [{ shop-licence: full, read: /etc/passwd }]",
            "shop.yaml:3:33: `read` is a second word beside `shop-licence`; "
                + "write it as a requirement of its own, after `- ` [several-words]"
        ),
        (
            "require: [shop-quota: 0]",
            "shop.yaml:3:23: `0` is not a value of `shop-quota`: `0` is no amount [invalid-argument]"
        ),
        (
            #"require: [shop-quota: "1\e[31m\n"]"#,
            #"shop.yaml:3:23: `1\u{1b}[31m\n` is not a value of `shop-quota`: `1\u{1b}[31m\n` is no amount "#
                + "[invalid-argument]"
        ),
        (
            "require: [{ shop-licence: full, as: www-data }]",
            "shop.yaml:3:13: `shop-licence` asks about this process, not about `user www-data`; "
                + "move it to a policy without a subject [invalid-subject]"
        ),
        (
            "subject: { unit: cron.service }\nrequire: [{ read: /x, when: { shop-licence: full } }]",
            "shop.yaml:4:31: `shop-licence` asks about this process, not about `unit cron.service`; "
                + "move it to a policy without a subject [invalid-subject]"
        ),
    ])
    func `An invalid use is reported at its place`(requirements: String, problem: String) {
        #expect(Self.problems(requirements) == [problem])
    }

    @Test func `A long message of the program is cut`() throws {
        let wordy = PolicyWord("wordy") { _ in
            throw InvalidAmount(text: String(repeating: "x", count: 1 << 20))
        }
        let error = #expect(throws: Diagnostics.self) {
            try Policy(text: "warrant: 1\nname: a\nrequire: [wordy: a]", words: [wordy])
        }
        #expect(try #require(error).description.utf8.count < 1000)
    }

    @Test(arguments: [
        ("read", "already has a meaning"), ("when", "already has a meaning"),
        ("any", "already has a meaning"), ("at-most", "already has a meaning"),
        ("", "is not a legal name"), ("Licence", "is not a legal name"),
        ("9lives", "is not a legal name"), ("-x", "is not a legal name"),
        ("a b", "is not a legal name"), ("a\u{202E}", "is not a legal name"),
        ("é", "is not a legal name"), ("<<", "is not a legal name"),
        (String(repeating: "a", count: 65), "is not a legal name"),
    ])
    func `A name with a meaning, or with other characters, is refused`(
        name: String,
        problem: String
    ) throws {
        let word = PolicyWord(name) { Licence(kind: $0) }
        let error = #expect(throws: InvalidPolicyWord.self) {
            try Policy(text: "warrant: 1\nname: a\nrequire: [read: /]", words: [word])
        }
        let found = try #require(error)
        #expect(found.word == name)
        #expect(found.problem.hasPrefix(problem))
    }

    @Test(arguments: [
        (
            [PolicyWord("read") { Licence(kind: $0) }],
            "the word `read` already has a meaning in policies; choose another name, "
                + "such as one that begins with that of the program"
        ),
        (
            [PolicyWord("a\u{202E}\n") { Licence(kind: $0) }],
            #"the word `a\u{202e}\n` is not a legal name; use at most 64 lower-case letters, digits "#
                + "and `-`, and begin with a letter"
        ),
        ([licence, licence], "the word `shop-licence` is given twice; remove one"),
        (
            [PolicyWord("rank", values: []) { Licence(kind: $0) }],
            "the word `rank` has no value; list one, or leave out `values`"
        ),
    ])
    func `The error for a word names the remedy`(words: [PolicyWord], message: String) throws {
        let error = #expect(throws: InvalidPolicyWord.self) {
            try Policy(text: "warrant: 1\nname: a\nrequire: [read: /]", words: words)
        }
        #expect(try #require(error).description == message)
    }

    @Test func `A gate opens by the word`() async throws {
        try await require(try Self.policy("require: [shop-licence: full]"))
        let refusal = await #expect(throws: Refusal.self) {
            try await require(try Self.policy("require: [shop-licence: trial]"), named: "serve")
        }
        #expect(
            refusal?.description
                == "`serve` did not run: `policy shop` is refused: `the licence` is full, not trial"
        )
    }

    @Test(arguments: [("full", true), ("trial", false)])
    func `A procedure runs only if the word holds`(kind: String, runs: Bool) async throws {
        let policy = try Self.policy("require: [shop-licence: \(kind)]")
        let queue = ProcedureQueue(width: 1)
        let outcome = await queue.run(Procedure("serve") {}.condition(Satisfies(policy)))
        #expect(outcome.isSuccess == runs)
    }

    @Test func `A word that announces nothing closes a lasting gate`() async throws {
        let policy = try Self.policy("require: [shop-licence: full]")
        let queue = ProcedureQueue(width: 1)
        let serve = Procedure("serve") {}.condition(Satisfies(policy, while: .executing))
        #expect(await queue.run(serve).isSuccess == false)
    }

    @Test func `A comparison knows equal questions of the word`() throws {
        let one = try Self.policy("require: [shop-licence: full]")
        let both = try Self.policy("require: [shop-licence: full, read: /etc/passwd]")
        #expect(Self.demands(both, asMuchAs: one))
        #expect(!Self.demands(one, asMuchAs: both))
    }

    private static func demands(_ new: Policy, asMuchAs old: Policy) -> Bool {
        if case .demandsAsMuch = new.compared(with: old, by: .linux) { true } else { false }
    }
}

/// A licence of the kind `full`.
private struct Licence: Capability {
    struct Status: AuthorizationStatus {
        func meets(_ kind: String) -> Verdict {
            kind == "full" ? .authorized() : .denied([Licence.reason(kind)])
        }
    }

    let kind: String

    static func reason(_ kind: String) -> Reason {
        Reason("licence-kind", "the licence", "is full, not \(kind)")
    }

    var name: String { "a licence of kind \(kind)" }
    var requirement: String { kind }
    func authorizationStatus() async -> Status { Status() }
}

/// Only `www-data` has a quota.
private struct Quota: Capability {
    struct Status: AuthorizationStatus {
        let hasQuota: Bool
        func meets(_ requirement: Void) -> Verdict { hasQuota ? .authorized() : .denied([]) }
    }

    let amount: UInt32
    let subject: Subject

    var name: String { "a quota of \(amount)" }
    var subjectName: String { subject.description }
    var requirement: Void { () }
    func authorizationStatus() async -> Status { Status(hasQuota: subject == .user("www-data")) }
}

private struct InvalidAmount: Error, CustomStringConvertible {
    let text: String
    var description: String { "`\(text)` is no amount" }
}
