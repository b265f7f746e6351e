import Capabilities
import Policies
import PolicyLanguage
import Procedures
import Synchronization
import Testing

@Suite struct `Policy check` {
    typealias Case = (String, PolicyReport.Outcome)

    @Test(
        arguments: [
            ("require: [{say: yes}]", .holds), ("require: [{say: no}]", .fails),
            ("require: [{say: what}]", .undetermined), ("forbid: [{say: no}]", .holds),
            ("forbid: [{say: yes}]", .fails), ("forbid: [{say: what}]", .undetermined),
            ("require: [{say: what}, {say: no}, {say: yes}]", .fails),
            ("require: [{say: what}, {say: yes}]", .undetermined),
            ("require: [{not: {say: no}}]", .holds), ("require: [{not: {say: yes}}]", .fails),
            ("require: [{not: {say: what}}]", .undetermined),
            ("require: [{any: [{say: what}, {say: no}, {say: yes}]}]", .holds),
            ("require: [{any: [{say: no}, {say: what}]}]", .undetermined),
            ("require: [{any: [{say: no}, {say: no}]}]", .fails),
            ("require: [{all: [{say: yes}, {say: what}]}]", .undetermined),
            ("require: [{all: [{say: what}, {say: no}]}]", .fails),
            ("forbid: [{all: [{say: yes}, {say: no}]}]", .holds),
            ("forbid: [{any: [{say: no}, {say: yes}]}]", .fails),
            ("require: [{say: no, severity: advice}, {say: yes}]", .holds),
            ("require: [{say: no, severity: advice}]", .undetermined),
            ("require: [{say: no, when: {say: no}}, {say: yes}]", .holds),
            ("require: [{say: no, when: {say: no}}]", .undetermined),
            ("require: [{say: yes, when: {say: what}}]", .undetermined),
            ("forbid: [{say: yes, when: {say: yes}}]", .fails),
            ("require: [{any: [{say: yes, when: {say: no}}, {say: no}]}]", .fails),
            ("require: [{any: [{say: yes, when: {say: no}}]}]", .undetermined),
        ] as [Case]
    )
    func `A check obeys the truth table`(text: String, outcome: PolicyReport.Outcome) async throws {
        #expect(try await ScriptedPolicy.report(text).outcome == outcome)
    }

    @Test func `A report has the written order, require before forbid`() async throws {
        let report = try await ScriptedPolicy.report(
            "forbid: [{say: no, id: d}]\nrequire: [{say: yes, id: a}, {say: what, id: b}, {say: no, id: c}]"
        )
        #expect(report.findings.map(\.id) == ["a", "b", "c", "d"])
    }

    @Test func `A required any stops at the first part that holds`()
        async throws
    {
        let required = try await ScriptedPolicy.report("require: [{any: [{say: yes}, {say: no}]}]")
        #expect(required.findings.first?.part.parts.count == 1)
        let forbidden = try await ScriptedPolicy.report("forbid: [{any: [{say: yes}, {say: no}]}]")
        #expect(forbidden.findings.first?.part.parts.count == 2)
    }

    @Test(arguments: [
        (nil, "said for web.service"), ("cli" as String?, "said for cli"),
    ])
    func `A given subject replaces the subject of the policy`(
        subject: String?,
        message: String
    ) async throws {
        let text = "subject: {unit: web.service}\nrequire: [{say: yes}]"
        let report = await (try ScriptedPolicy.policy(text, subject: subject)).check()
        #expect(report.findings.first?.part.verdict.reasons.map(\.message) == [message])
    }

    @Test(arguments: [nil, "cli" as String?])
    func `A requirement keeps its own subject`(subject: String?) async throws {
        let text = "require: [{say: yes, as: {unit: a.service}}]"
        let report = await (try ScriptedPolicy.policy(text, subject: subject)).check()
        let part = report.findings.first?.part
        #expect(part?.verdict.reasons.map(\.message) == ["said for a.service"])
        #expect(part?.subject == "a.service")
    }

    @Test func `A report names a subject only where it changes`() async throws {
        let own = "as: {unit: web.service}"
        let other = "as: {unit: a.service}"
        let report = try await ScriptedPolicy.report(
            """
            subject: {unit: web.service}
            require:
              - {say: yes}
              - {say: yes, \(own)}
              - {say: no, \(other), when: {say: no, \(own)}}
              - all: [{say: yes, \(other)}, {say: yes, \(own)}]
                \(other)
            forbid:
              - not: {say: yes, \(other)}
            """
        )
        let parts = report.findings.map(\.part)
        let name = "a.service"
        #expect(parts.map(\.subject) == [nil, nil, name, name, nil])
        #expect(parts[3].parts.map(\.subject) == [nil, "web.service"])
        #expect(
            report.findings.map(\.heading) == [
                "say yes", "say yes", "say no as a.service", "all of these as a.service",
                "forbid not say yes as a.service",
            ]
        )
        #expect(
            parts[2].verdict.reasons.map(\.message)
                == ["does not apply, because `say no as web.service` does not hold"]
        )
    }

    @Test func `A check announces each completed requirement`() async throws {
        let count = Atomic(0)
        let policy = try ScriptedPolicy.policy("require: [{say: yes}, {say: no}, {say: what}]")
        _ = await policy.check { count.add(1, ordering: .relaxed) }
        #expect(count.load(ordering: .relaxed) == 3)
    }

    private static func codes(of report: PolicyReport) -> [String] {
        report.findings.flatMap { $0.part.verdict.reasons.map(\.code.rawValue) }
    }

    @Test func `A requirement without an answer in time is undetermined`() async throws {
        let report = await (try ScriptedPolicy.policy("require: [{say: yes}]")).check(within: .zero)
        #expect(report.outcome == .undetermined)
        #expect(Self.codes(of: report) == ["deadline-passed"])
    }

    @Test func `No requirement is checked while too many checks still run`() async throws {
        let patience = Patience(timer: .shared)
        let (never, end) = AsyncStream<Void>.makeStream()
        // A task of its own does not see that the one that waits for it is cancelled.
        let deaf = Task { for await _ in never {} }
        for _ in 0..<Patience.abandonedLimit {
            _ = try? await patience.answer(within: .nanoseconds(1)) { await deaf.value }
        }
        let policy = try ScriptedPolicy.policy("require: [{say: yes}]")
        #expect(Self.codes(of: await policy.check(patience)) == ["too-many-abandoned"])
        end.finish()
    }

    @Test func `Binding of a policy reports each invalid word`() {
        let error = #expect(throws: Diagnostics.self) {
            try ScriptedPolicy.policy("require: [{say: maybe}, {any: [{say: never}]}]")
        }
        #expect(error?.all.map(\.id) == ["cannot-say", "cannot-say"])
        #expect(error?.all.map(\.location.line) == [3, 3])
    }
}
