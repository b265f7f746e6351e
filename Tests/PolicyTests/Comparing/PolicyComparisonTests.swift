import Capabilities
import Policies
import PolicyAuthoring
import Testing

@Suite struct `Comparison of policies` {
    /// Returns `0`, or the answers of a host on which only the new policy holds, or `?` and the reason why there is no
    /// result.
    private func compare(
        _ old: String,
        _ new: String,
        _ relations: QuestionRelations = ComparedPolicies.relations(),
        limit: Int = Policy.comparisonLimit
    ) throws -> String {
        let new = try ComparedPolicies.policy(new)
        let old = try ComparedPolicies.policy(old)
        switch new.compared(with: old, by: relations, limit: limit) {
        case .demandsAsMuch: return "0"
        case .demandsLess(let example, let others, let isWhole):
            return words(example) + others.map { "; \(place($0))" }.joined()
                + (isWhole ? "" : "; perhaps more")
        case .unknown(.doubtful(let example, let questions)):
            return "? \(questions.map(\.name)) \(words(example))"
        case .unknown(.tooLarge(let steps)): return "? \(steps)"
        }
    }

    private func words(_ example: PolicyComparison.Counterexample) -> String {
        let answers = example.answers.map { answer in
            "\(answer.capability.name)\(answer.limit.map { " in \($0)" } ?? "") \(answer.answer)"
        }
        return "\(place(example.breach)): \(answers.joined(separator: ", "))"
    }

    private func place(_ breach: PolicyComparison.Counterexample.Breach) -> String {
        guard case .requirement(let index) = breach else { return "nothing" }
        return "\(index)"
    }

    @Test(arguments: [
        // Requirements that are repeated, reordered or added.
        ("require: [{ask: a}, {ask: b}]", "require: [{ask: b}, {ask: a}, {ask: a}, {ask: c}]", "0"),
        ("require: [{ask: a}]", "require: [{ask: b}]", "0: b authorized, a denied"),
        ("forbid: [{ask: a}]", "forbid: [{ask: b}]", "0: b denied, a authorized"),
        ("require: [{ask: a}, {ask: b}]", "require: [{ask: a}]", "1: a authorized, b denied"),
        ("require: [{any: [{ask: a}, {ask: b}]}]", "require: [{ask: b}]", "0"),
        (
            "require: [{ask: a}]", "require: [{any: [{ask: a}, {ask: b}]}]",
            "0: a denied, b authorized"
        ),
        ("require: [{not: {ask: a}}]", "forbid: [{ask: a}]", "0"),
        ("forbid: [{not: {ask: a}}]", "require: [{ask: a}]", "0"),
        // An unknown answer is neither yes nor no: the law of the excluded middle does not apply.
        (
            "require: [{any: [{ask: a}, {not: {ask: a}}]}]", "require: [{ask: b}]",
            "0: b authorized, a undetermined"
        ),
        // Advice changes nothing.
        ("require: [{ask: a}, {ask: b, severity: advice}]", "require: [{ask: a}]", "0"),
        (
            "require: [{ask: a}]", "require: [{ask: b}, {ask: a, severity: advice}]",
            "0: b authorized, a denied"
        ),
        ("require: [{ask: a, severity: advice}]", "require: [{ask: a}]", "nothing: a authorized"),
        // A requirement that does not apply does not fail. A policy without an applicable requirement does not hold.
        (
            "require: [{ask: a}, {ask: b, when: {ask: c}}]", "require: [{ask: a}, {ask: b}]",
            "1: a authorized, b authorized, c undetermined"
        ),
        (
            "require: [{ask: a, when: {ask: b}}]", "require: [{ask: a}, {not: {ask: b}}]",
            "nothing: a authorized, b denied"
        ),
        // All lost requirements are reported, and a `when` that does not apply asks for nothing.
        (
            "require: [{ask: a}, {ask: b}, {ask: c}]\nforbid: [{ask: d}]", "require: [{ask: b}]",
            "0: b authorized, a denied; 2; 3"
        ),
        (
            "require: [{ask: a}]", "require: [{ask: b, when: {ask: c}}, {ask: d}]",
            "0: c denied, d authorized, a denied"
        ),
        (
            "require: [{ask: a}]", "require: [{ask: b, when: {not: {ask: c}}}, {ask: d}]",
            "0: c authorized, d authorized, a denied"
        ),
        // A policy that no host meets demands everything.
        ("require: [{ask: a}]", "require: [{ask: b}]\nforbid: [{ask: b}]", "0"),
    ])
    func `A comparison shows a host that only the new policy accepts`(
        old: String,
        new: String,
        answer: String
    ) throws { #expect(try compare(old, new) == answer) }

    @Test(arguments: [
        ("require: [{ask: a, within: 2s}]", "require: [{ask: a, within: 1s}]", "0"),
        (
            "require: [{ask: a, within: 1s}]", "require: [{ask: a, within: 2s}]",
            "0: a in 2.0 seconds authorized, a in 1.0 seconds undetermined"
        ),
        ("require: [{ask: a}]", "require: [{ask: a, within: 5s}]", "0"),
        ("require: [{all: [{ask: a}], within: 2s}]", "require: [{ask: a, within: 1s}]", "0"),
        // The nearest limit counts, also of groups and conditions.
        (
            "require: [{any: [{ask: a, within: 2s}], within: 1s}]",
            "require: [{ask: a, within: 2s}]", "0"
        ),
        ("forbid: [{ask: a, within: 2s}]", "forbid: [{ask: a, within: 1s}]", "0"),
    ])
    func `A longer time limit can only replace an undetermined answer`(
        old: String,
        new: String,
        answer: String
    ) throws { #expect(try compare(old, new) == answer) }

    @Test func `A comparison follows chains of implications`() throws {
        let relations = ComparedPolicies.relations(["a": ["b"], "b": ["c"]])
        #expect(try compare("require: [{ask: c}]", "require: [{ask: a}]", relations) == "0")
        #expect(try compare("forbid: [{ask: a}]", "forbid: [{ask: c}]", relations) == "0")
        #expect(
            try compare("forbid: [{ask: a, within: 1s}]", "forbid: [{ask: c}]", relations)
                == "0: c denied, a undetermined"
        )
        #expect(
            try compare("require: [{ask: c, within: 1s}]", "require: [{ask: a}]", relations)
                == "0: a authorized, c undetermined"
        )
        #expect(
            try compare("forbid: [{not: {ask: c}}]", "require: [{ask: a}]", relations) == "0"
        )
    }

    @Test func `A comparison knows questions that are never granted`() throws {
        let relations = ComparedPolicies.relations(never: ["a"])
        let old = "require: [{ask: b}]"
        #expect(try compare(old, "require: [{ask: a}]", relations) == "0")
        #expect(
            try compare(old, "require: [{any: [{ask: a}, {ask: c}]}]", relations)
                == "0: c authorized, b denied"
        )
    }

    @Test func `A comparison is unknown if the answers may conflict`() throws {
        let old = "require: [{ask: a}]"
        let alone = ComparedPolicies.relations(doubtful: ["a"])
        let both = ComparedPolicies.relations(doubtful: ["ab"])
        let new = "require: [{ask: b}]"
        #expect(try compare(old, new, alone) == #"? ["a"] 0: b authorized, a denied"#)
        #expect(try compare(old, new, both) == #"? ["a", "b"] 0: b authorized, a denied"#)
        // Another requirement, or another way to break it, may settle the comparison.
        #expect(
            try compare("require: [{ask: a}, {ask: c}]", new, both)
                == "1: b authorized, c denied; perhaps more"
        )
        #expect(
            try compare("require: [{all: [{ask: a}, {ask: c}]}]", new, both)
                == "0: b authorized, c denied"
        )
    }

    @Test func `A comparison marks the answers relevant to the loss`() throws {
        func relevant(_ old: String, _ new: String) throws -> [String] {
            let relations = ComparedPolicies.relations(["a": ["b"]])
            let new = try ComparedPolicies.policy(new)
            let comparison = new.compared(with: try ComparedPolicies.policy(old), by: relations)
            guard case .demandsLess(let example, _, _) = comparison else { return [] }
            return example.answers.filter(\.isRelevant).map { "\($0.capability.name) \($0.answer)" }
        }
        let new = "require: [{any: [{ask: a}, {ask: c}]}, {ask: d}]"
        #expect(try relevant("require: [{ask: e}]", new) == ["e denied"])
        // The questions beside it, and those beside its tied questions, are relevant.
        #expect(try relevant("require: [{ask: a}]", new) == ["a denied", "c authorized"])
        #expect(
            try relevant("require: [{ask: b}]", new) == ["a denied", "c authorized", "b denied"]
        )
    }

    @Test func `A comparison stops at its limit of steps`() throws {
        let names = (0..<12).map { "{any: [{ask: p\($0)}, {ask: q\($0)}]}" }
        let swapped = (0..<12).map { "{any: [{ask: q\($0)}, {not: {not: {ask: p\($0)}}}]}" }
        let old = "require: [\(names.joined(separator: ", "))]"
        let new = "require: [\(swapped.joined(separator: ", "))]"
        #expect(try compare(old, new) == "0")
        #expect(try compare(old, new, limit: 100) == "? 100")
    }
}
