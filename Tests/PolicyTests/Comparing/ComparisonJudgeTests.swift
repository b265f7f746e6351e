import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport
import Testing

/// Compares with the engine that checks policies, on every possible host.
@Suite struct `Comparison beside the policy engine` {
    private static let questions = ["a", "b", "c", "d"]

    @Test func `A comparison finds a counterexample only if one exists`() async throws {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            var answers = [0, 0]
            for _ in 0..<200 { answers[try await judge(&random)] += 1 }
            // A generator of one kind would prove nothing.
            #expect(answers.allSatisfy { $0 > 20 }, "\(answers)")
        }
    }

    /// - Returns: The exit status of the comparison.
    private func judge(_ random: inout SplitMix) async throws -> Int {
        let (old, new) = texts(&random)
        let (implications, settled, never) = relations(&random)
        let hosts = ComparedPolicies.hosts(
            of: Self.questions,
            implications,
            settled: settled,
            never: never
        )
        var kept: [ComparedPolicies.Host] = []
        for host in hosts {
            let holds = try await holds(new, on: host)
            let held = try await self.holds(old, on: host)
            if holds && !held { kept.append(host) }
        }
        let comparison = try ComparedPolicies.policy(new).compared(
            with: try ComparedPolicies.policy(old),
            by: ComparedPolicies.relations(implications, settled: settled, never: never)
        )
        let hint = "\(old)\n\(new)\n\(implications) \(settled) \(never)\n\(comparison)"
        switch comparison {
        case .demandsAsMuch: #expect(kept.isEmpty, "\(hint)")
        case .demandsLess(let example, let others, let isWhole):
            let lost = ([example.breach] + others).compactMap(\.index)
            #expect(isWhole, "\(hint)")
            #expect(lost == (try await self.lost(of: old, on: kept)), "\(hint)")
            let shown = hosts.filter { example.describes($0) }
            #expect(!shown.isEmpty && shown.allSatisfy(kept.contains), "\(hint)")
        case .unknown: Issue.record("\(hint)")
        }
        return kept.isEmpty ? 0 : 1
    }

    /// Returns two policies. In half of the cases the new one is the old one with an additional requirement.
    private func texts(_ random: inout SplitMix) -> (old: String, new: String) {
        let old = ComparedPolicies.random(&random, asking: Self.questions)
        guard random.chance(50) else {
            return (old, ComparedPolicies.random(&random, asking: Self.questions))
        }
        let more = ComparedPolicies.random(&random, asking: Self.questions)
        let added = more.split(separator: "\n")[0].dropFirst("require: [".count)
        return (old, old.replacing("require: [", with: "require: [\(added.dropLast()), "))
    }

    private func relations(
        _ random: inout SplitMix
    ) -> (
        ComparedPolicies.Implications, settled: ComparedPolicies.Implications, never: Set<String>
    ) {
        let implications: [ComparedPolicies.Implications] = [
            [:], ["a": ["b"]], ["a": ["b", "c"], "d": ["c"]], ["a": ["b"], "b": ["c"]],
        ]
        let implied = random.pick(implications)
        // A question that settles another implies none, see `Relations`.
        let settled: ComparedPolicies.Implications =
            implied["d"] == nil && random.chance(40) ? ["d": ["b"]] : [:]
        return (implied, settled, random.chance(20) ? ["d"] : [])
    }

    /// Returns the requirements that do not hold on some of the hosts.
    private func lost(of text: String, on hosts: [ComparedPolicies.Host]) async throws -> [Int] {
        var lost: Set<Int> = []
        for host in hosts {
            let report = await (try ComparedPolicies.policy(text, on: host)).check()
            for (index, finding) in report.findings.enumerated()
            where finding.severity == .failure
                && [.fails, .undetermined].contains(finding.outcome)
            {
                lost.insert(index)
            }
        }
        return lost.sorted()
    }

    private func holds(_ text: String, on host: ComparedPolicies.Host) async throws -> Bool {
        await (try ComparedPolicies.policy(text, on: host)).check().outcome == .holds
    }
}

extension PolicyComparison.Counterexample.Breach {
    fileprivate var index: Int? {
        if case .requirement(let index) = self { index } else { nil }
    }
}

extension PolicyComparison.Counterexample {
    /// Returns whether a host gives all the listed answers.
    fileprivate func describes(_ host: ComparedPolicies.Host) -> Bool {
        answers.allSatisfy { answer in
            let words: [Verdict.Answer: ReferencePolicy.Answer] = [
                .authorized: .yes, .denied: .no, .undetermined: .what,
            ]
            return host[answer.capability.name] == words[answer.answer]
        }
    }
}
