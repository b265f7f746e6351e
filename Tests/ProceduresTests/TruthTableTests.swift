import Procedures
import TestSupport
import Testing

extension ConditionResult {
    var answer: Answer {
        switch self {
        case .satisfied: .satisfied
        case .skipped: .skipped
        case .undetermined: .undetermined
        case .refused: .refused
        }
    }

    init(_ answer: Answer, _ reasons: [Reason] = []) {
        switch answer {
        case .satisfied: self = .satisfied
        case .skipped: self = .skipped(reasons)
        case .undetermined: self = .undetermined(reasons)
        case .refused: self = .refused(reasons)
        }
    }
}

/// A condition and the reference's answer.
struct Judged: Sendable {
    let condition: any Condition
    let expected: Answer

    static let leaves = Answer.allCases.map { answer in
        Judged(condition: Scripted("\(answer)", ConditionResult(answer)), expected: answer)
    }

    /// Returns all conditions that one operator can make of others, with groups of at most two.
    static func combinations(of parts: [Judged]) -> [Judged] {
        let single = parts.flatMap { part in
            [
                Judged(condition: Not(part.condition), expected: part.expected.not),
                Judged(
                    condition: IgnoredCondition(part.condition),
                    expected: part.expected.ignored
                ),
            ] + groups(of: [part])
        }
        let double = parts.flatMap { first in parts.flatMap { groups(of: [first, $0]) } }
        return single + double + groups(of: [])
    }

    static func groups(of parts: [Judged]) -> [Judged] {
        let conditions = parts.map(\.condition)
        let answers = parts.map(\.expected)
        return [
            Judged(condition: AllOf(conditions), expected: .allOf(answers)),
            Judged(condition: AnyOf(conditions), expected: .anyOf(answers)),
        ]
    }

    static func random(depth: Int, using random: inout SplitMix) -> Judged {
        let count = Int.random(in: 0...3, using: &random)
        guard depth > 0 else { return leaves.randomElement(using: &random) ?? leaves[0] }
        let parts = (0..<max(count, 1)).map { _ in Self.random(depth: depth - 1, using: &random) }
        switch Int.random(in: 0...3, using: &random) {
        case 0: return Judged(condition: Not(parts[0].condition), expected: parts[0].expected.not)
        case 1:
            return Judged(
                condition: IgnoredCondition(parts[0].condition),
                expected: parts[0].expected.ignored
            )
        case let kind: return groups(of: Array(parts.prefix(count)))[kind - 2]
        }
    }
}

@Suite struct `The truth table` {
    static let context = ConditionContext(procedure: "test")

    @Test func `The truth table agrees with the reference up to depth two`() async {
        let first = Judged.leaves + Judged.combinations(of: Judged.leaves)
        for judged in Judged.combinations(of: first) {
            let result = await judged.condition.evaluate(in: Self.context)
            #expect(result.answer == judged.expected, "\(judged.condition.name)")
        }
    }

    @Test(arguments: [1, 2, 3, 4].map { $0 * 0x9E37_79B9 })
    func `The truth table agrees with the reference at depth six`(seed: UInt64) async {
        var random = SplitMix(seed: seed)
        for _ in 0..<2_000 {
            let judged = Judged.random(depth: 6, using: &random)
            let result = await judged.condition.evaluate(in: Self.context)
            #expect(result.answer == judged.expected, "seed \(seed): \(judged.condition.name)")
        }
    }

    @Test(arguments: Answer.allCases)
    func `Not does not turn doubt into permission`(answer: Answer) async {
        let result = await Not(Scripted("it", ConditionResult(answer))).evaluate(in: Self.context)

        #expect((result == .satisfied) == (answer == .refused || answer == .skipped))
    }

    @Test func `A group keeps the reasons of all closed parts in order`() async {
        let first = Reason("one", "a", "is first")
        let second = Reason("two", "b", "is second")
        let parts: [ConditionResult] = [.undetermined([first]), .satisfied, .refused([second])]

        #expect(ConditionResult.allOf(parts) == .refused([first, second]))
        #expect(ConditionResult.anyOf([parts[0], parts[2]]) == .undetermined([first, second]))
    }
}
