import Capabilities
import Foundation
import Policies
import Procedures
import Testing

@Suite struct `Required policy` {
    @Test func `A policy that holds lets work continue`() async throws {
        let policy = try ScriptedPolicy.policy("require: [{say: yes}]\nforbid: [{say: no}]")
        try await require(policy)
        try await require(policy, policy)
    }

    @Test func `A refusal has the findings of all required policies`() async throws {
        let holds = try ScriptedPolicy.policy("require: [{say: yes}]")
        let fails = try ScriptedPolicy.policy("forbid: [{say: yes}]")
        let unknown = try ScriptedPolicy.policy("require: [{say: what}]")
        let error = await #expect(throws: Refusal.self) {
            try await require(unknown, holds, fails, named: "serve")
        }
        #expect(
            error?.findings == [
                .init(
                    "policy test",
                    .undetermined([Reason("said", "what", "said for me")])
                ),
                .init("policy test", .satisfied),
                .init(
                    "policy test",
                    .refused([Reason("forbidden", "say yes", "is authorized, but forbidden")])
                ),
            ]
        )
        #expect(error?.procedure == "serve")
    }

    @Test func `A required policy makes requests only with the option for it`() async throws {
        let asked = AskingPolicy()
        let policy = try asked.policy("require: [{ask: once}]")
        await #expect(throws: Refusal.self) { try await require(policy) }
        #expect(asked.log == [])
        try await require(policy, options: GateOptions(asking: .once))
        #expect(asked.log == ["ask once"])
    }
}

@Suite struct `Report of a policy` {
    /// The fields are those of `warrant check --format json`.
    @Test func `A report has each outcome as values and as JSON`() async throws {
        let text = """
            require:
              - { say: yes, id: first, because: it is needed }
              - { say: no, severity: advice }
            forbid: [{ say: no }]
            """
        let report = await (try ScriptedPolicy.policy(text)).check()
        #expect(report.outcome == .holds)
        #expect(report.findings.map(\.outcome) == [.holds, .fails, .holds])
        #expect(report.findings.map(\.title) == ["say yes", "say no", "say no"])
        #expect(report.findings.map(\.rule) == [.require, .require, .forbid])
        #expect(report.findings[0].verdict == .authorized([Reason("said", "yes", "said for me")]))
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report))
        let json = try #require(object as? [String: Any])
        #expect(Set(json.keys) == ["name", "summary", "outcome", "requirements"])
        let requirements = try #require(json["requirements"] as? [[String: Any]])
        let first = try #require(requirements.first)
        #expect(
            Set(first.keys) == [
                "rule", "outcome", "id", "because", "severity", "place", "finding",
            ]
        )
        let finding = try #require(first["finding"] as? [String: Any])
        #expect(
            Set(finding.keys) == ["kind", "title", "verdict", "applicable", "reasons", "parts"]
        )
    }
}
