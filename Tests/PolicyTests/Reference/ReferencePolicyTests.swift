import Capabilities
import Policies
import Procedures
import TestSupport
import Testing

@Suite struct `Reference for policy checks` {
    @Test func `A check of one or two requirements agrees with the reference`()
        async throws
    {
        let simple = ReferencePolicy.simple
        #expect(simple.count == 48)
        let pairs = simple.flatMap { one in simple.map { [one, $0] } }
        for requirements in simple.map({ [$0] }) + pairs {
            try await expectSame(ReferencePolicy(requirements: requirements))
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `A check of random policies agrees with the reference`(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        var outcomes: Set<PolicyReport.Outcome> = []
        for step in 0..<500 {
            let policy = ReferencePolicy.random(&random)
            try await expectSame(policy, "seed \(seed), step \(step)")
            outcomes.insert(policy.outcome)
        }
        // A generator that made only one kind would prove nothing.
        #expect(outcomes == [.holds, .fails, .undetermined], "seed \(seed)")
    }

    private func expectSame(_ policy: ReferencePolicy, _ hint: String = "") async throws {
        await Task.yield()  // All tests share a thread for each core.
        let report = try await ScriptedPolicy.report(policy.text)
        let written = ["require", "forbid"].flatMap { rule in
            policy.requirements.filter { $0.rule == rule }
        }
        let isSame =
            report.outcome == policy.outcome
            && report.findings.map(\.outcome) == written.map(\.outcome)
        #expect(isSame, "\(policy.text)\n\(hint)")
    }
}

@Suite struct `Requirement that does not apply` {
    @Test(arguments: [
        (
            "require: [{say: no, when: {say: no}}, {say: yes}]",
            [PolicyReport.Outcome.notApplicable, .holds]
        ),
        ("forbid: [{say: yes, when: {say: no}}]", [.notApplicable]),
        ("require: [{say: yes, when: {say: no}, severity: advice}]", [.notApplicable]),
        ("require: [{say: no, when: {say: yes, when: {say: no}}}]", [.undetermined]),
    ])
    func `A requirement whose condition fails is not applicable`(
        text: String,
        outcomes: [PolicyReport.Outcome]
    ) async throws {
        #expect(try await ScriptedPolicy.report(text).findings.map(\.outcome) == outcomes)
    }

    @Test func `A requirement that does not apply names its condition`() async throws {
        let report = try await ScriptedPolicy.report("require: [{say: no, when: {say: no}}]")
        let part = report.findings.first?.part
        #expect(part?.isApplicable == false)
        #expect(
            part?.verdict.reasons.map(\.message)
                == ["does not apply, because `say no` does not hold"]
        )
    }
}
