import Policies
import PolicyAuthoring
import Testing

@Suite struct `The name of a requirement in a test` {
    @Test func `is its id or its words, and says what is forbidden`() async throws {
        let report = try await ScriptedPolicy.report(
            """
            require: [{say: yes, id: first}, {say: yes}]
            forbid: [{say: no}, {say: what, id: last}]
            """
        )
        #expect(report.requirementNames == ["first", "say yes", "forbid say no", "last"])
    }

    @Test func `has a number if several have the same words`() async throws {
        let report = try await ScriptedPolicy.report(
            "require: [{say: yes}, {say: no}, {say: yes}, {say: yes, id: own}]"
        )
        #expect(report.requirementNames == ["say yes (1)", "say no", "say yes (2)", "own"])
    }

    @Test func `has the subject if that tells them apart`() async throws {
        let report = try await ScriptedPolicy.report(
            """
            require:
              - {say: yes, as: {unit: a.service}}
              - {say: yes, as: {unit: b.service}}
              - {say: no, as: {unit: b.service}}
            """
        )
        #expect(
            report.requirementNames
                == ["say yes as unit a.service", "say yes as unit b.service", "say no"]
        )
    }
}
