import Policies
import PolicyAuthoring
import TestSupport
import Testing

/// Laws of verdicts: the form of a policy must not change one, and a fault must not turn one into a yes.
@Suite struct `Verdict of a policy` {
    @Test func `A repair does not change the verdict`() async throws {
        try await withFreshSeed { seed in
            var outcomes: Set<PolicyReport.Outcome> = []
            var repaired = 0
            for number in 0..<300 as Range<UInt64> {
                var policy = RandomPolicy(seed: seed &+ number)
                let result = Linted.result(policy.text())
                let fixed = result.fixed
                repaired += fixed.repaired > 0 ? 1 : 0
                for facts in 0..<4 as Range<UInt64> {
                    let host = RandomFacts(seed: seed &+ 7919 &* facts)
                    let before = try await host.outcome(of: result.text.bytes).outcome
                    let after = try await host.outcome(of: fixed.text.bytes).outcome
                    outcomes.insert(before)
                    if before != after {
                        Issue.record("policy \(number), facts \(facts): \(before), then \(after)")
                    }
                }
            }
            // A generator that made only one kind would prove nothing.
            #expect(outcomes == [.holds, .fails, .undetermined] && repaired > 150)
        }
    }

    @Test func `The order of requirements and parts does not change the verdict`()
        async throws
    {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            for number in 0..<600 {
                let policy = ReferencePolicy.random(&random)
                let shuffled = policy.shuffled(&random)
                let before = try await ScriptedPolicy.report(policy.text).outcome
                let after = try await ScriptedPolicy.report(shuffled.text).outcome
                #expect(before == after, "policy \(number)\n\(policy.text)\n\(shuffled.text)")
            }
        }
    }

    @Test func `An undetermined part never turns the verdict into a yes`() async throws {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            var errors = 0
            for number in 0..<400 {
                let policy = ReferencePolicy.random(&random)
                let before = try await ScriptedPolicy.report(policy.text).outcome
                guard before != .holds else { continue }
                for broken in policy.withOneError {
                    errors += 1
                    let after = try await ScriptedPolicy.report(broken.text).outcome
                    #expect(after != .holds, "policy \(number)\n\(policy.text)\n\(broken.text)")
                }
            }
            #expect(errors > 400)
        }
    }

    /// A wrong requirement is not skipped, because the others alone might hold.
    @Test(arguments: [
        "raed: /a", "read: a", "{ read: /a, fllow: true }", "{ any: [] }", "read /a", "",
        "{ read: '${nope}' }", "{ when: { raed: /a }, read: /a }", "{ not: [{ read: /a }] }",
    ])
    func `One invalid requirement makes the policy invalid`(wrong: String) async throws {
        try await withFreshSeed { seed in
            for number in 0..<40 as Range<UInt64> {
                var policy = RandomPolicy(seed: seed &+ number)
                var lines = policy.text().split(separator: "\n", omittingEmptySubsequences: false)
                let list = lines.firstIndex { $0.hasPrefix("require:") }
                lines.insert("  - \(wrong)", at: try #require(list) + 1)
                let text = lines.joined(separator: "\n")
                #expect(Linted.result(text).isInvalid, "\(text)")
                await #expect(throws: (any Error).self) {
                    try await RandomFacts(seed: seed).outcome(of: Array(text.utf8))
                }
            }
        }
    }
}

extension ReferencePolicy {
    fileprivate func shuffled(_ random: inout SplitMix) -> ReferencePolicy {
        let shuffled = requirements.map { requirement in
            var requirement = requirement
            requirement.part = requirement.part.shuffled(&random)
            return requirement
        }
        return ReferencePolicy(requirements: shuffled.shuffled(using: &random))
    }

    /// The policy once for each word in it, in which that word ends in an error.
    fileprivate var withOneError: [ReferencePolicy] {
        requirements.indices.flatMap { index in
            requirements[index].part.withOneError.map { part in
                var broken = self
                broken.requirements[index].part = part
                return broken
            }
        }
    }
}

extension ReferencePolicy.Part {
    fileprivate func shuffled(_ random: inout SplitMix) -> Self {
        var copy = self
        copy.when = when.map { $0.shuffled(&random) }
        switch kind {
        case .say: break
        case .all(let parts):
            copy.kind = .all(parts.map { $0.shuffled(&random) }.shuffled(using: &random))
        case .any(let parts):
            copy.kind = .any(parts.map { $0.shuffled(&random) }.shuffled(using: &random))
        case .not(let part): copy.kind = .not(part.shuffled(&random))
        }
        return copy
    }

    fileprivate var withOneError: [Self] {
        let inWhen = when.flatMap(\.withOneError).map { Self(kind: kind, when: [$0]) }
        let inKind: [ReferencePolicy.Kind] =
            switch kind {
            case .say: [.say(.what)]
            case .all(let parts): Self.withOneError(parts).map { .all($0) }
            case .any(let parts): Self.withOneError(parts).map { .any($0) }
            case .not(let part): part.withOneError.map { .not($0) }
            }
        return inWhen + inKind.map { Self(kind: $0, when: when) }
    }

    private static func withOneError(_ parts: [Self]) -> [[Self]] {
        parts.indices.flatMap { index in
            parts[index].withOneError.map { broken in
                var parts = parts
                parts[index] = broken
                return parts
            }
        }
    }
}
