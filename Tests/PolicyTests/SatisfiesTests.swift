import Policies
import Procedures
import Testing

@Suite struct `Policy as a condition` {
    private static func outcome(_ text: String) async throws -> Outcome<Int> {
        let policy = try ScriptedPolicy.policy(text)
        let guarded = Procedure("guarded") { 42 }.condition(Satisfies(policy))
        return await ProcedureQueue(width: 1).run(guarded)
    }

    @Test func `A policy that holds lets a procedure run`() async throws {
        #expect(try await Self.outcome("require: [{say: yes}]\nforbid: [{say: no}]").get() == 42)
    }

    @Test(arguments: [
        (
            "require: [{say: no}, {say: what}]",
            ConditionResult.refused([
                Reason("said", "no", "said for me"), Reason("said", "what", "said for me"),
            ])
        ),
        (
            "forbid: [{say: yes}]",
            .refused([Reason("forbidden", "say yes", "is authorized, but forbidden")])
        ),
        (
            "require: [{say: what}]", .undetermined([Reason("said", "what", "said for me")])
        ),
        (
            "require: [{say: no, when: {say: no}}]",
            .undetermined([
                Reason("nothing-applies", "test", "has no requirement that applies here")
            ])
        ),
    ])
    func `A policy that does not hold refuses a procedure`(
        text: String,
        result: ConditionResult
    ) async throws {
        guard case .refused(let refusal) = try await Self.outcome(text) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(refusal.findings == [.init("policy test", result)])
    }
}
