import Policies
import PolicyAuthoring
import Testing

@Suite struct `Name of a requirement in a test` {
    @Test func `A requirement has its id or its words as name`() async throws {
        let report = try await ScriptedPolicy.report(
            """
            require: [{say: yes, id: first}, {say: yes}]
            forbid: [{say: no}, {say: what, id: last}]
            """
        )
        #expect(report.requirementNames == ["first", "say yes", "forbid say no", "last"])
    }

    @Test func `Requirements with the same words have numbered names`() async throws {
        let report = try await ScriptedPolicy.report(
            "require: [{say: yes}, {say: no}, {say: yes}, {say: yes, id: own}]"
        )
        #expect(report.requirementNames == ["say yes (1)", "say no", "say yes (2)", "own"])
    }

    @Test func `Requirements that differ by subject have it in their names`() async throws {
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
