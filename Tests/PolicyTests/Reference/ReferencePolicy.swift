import Policies
import PolicyAuthoring
import TestSupport

/// A second, plain implementation of the policies in docs/policy-format.md and their outcomes.
struct ReferencePolicy {
    enum Answer: String, CaseIterable, Sendable { case yes, no, what }

    indirect enum Kind: Sendable {
        case say(Answer)
        case all([Part])
        case any([Part])
        case not(Part)
    }

    struct Part: Sendable {
        var kind: Kind
        var when: [Part] = []
    }

    struct Requirement: Sendable {
        var rule: String
        var part: Part
        var isAdvice = false
    }

    var requirements: [Requirement]

    /// The text of the policy in a file, below its name.
    var text: String {
        ["require", "forbid"].map { rule in
            let list = requirements.filter { $0.rule == rule }.map(\.text)
            return "\(rule): [\(list.joined(separator: ", "))]"
        }.joined(separator: "\n")
    }

    var outcome: PolicyReport.Outcome {
        let counted = requirements.filter { !$0.isAdvice }.map(\.outcome)
        if counted.contains(.fails) { return .fails }
        if counted.contains(.undetermined) { return .undetermined }
        return counted.contains(.holds) ? .holds : .undetermined
    }
}

extension ReferencePolicy.Requirement {
    var outcome: PolicyReport.Outcome {
        switch part.answer {
        case nil: .notApplicable
        case .what: .undetermined
        case .yes: rule == "require" ? .holds : .fails
        case .no: rule == "require" ? .fails : .holds
        }
    }

    fileprivate var text: String { part.text(isAdvice ? ", severity: advice" : "") }
}

extension ReferencePolicy.Part {
    /// The answer; nil if the part does not apply.
    var answer: ReferencePolicy.Answer? {
        for condition in when {
            switch condition.answer {
            case .yes: continue
            case .no: return nil
            case .what, nil: return .what
            }
        }
        switch kind {
        case .say(let answer): return answer
        case .all(let parts): return weakest(parts.compactMap(\.answer), [.no, .what, .yes])
        case .any(let parts): return weakest(parts.compactMap(\.answer), [.yes, .what, .no])
        case .not(let part):
            return switch part.answer {
            case .yes: .no
            case .no: .yes
            case .what, nil: .what
            }
        }
    }

    private func weakest(
        _ answers: [ReferencePolicy.Answer],
        _ order: [ReferencePolicy.Answer]
    ) -> ReferencePolicy.Answer {
        order.first { answers.contains($0) } ?? .what
    }

    fileprivate func text(_ keys: String = "") -> String {
        let word =
            switch kind {
            case .say(let answer): "say: \(answer.rawValue)"
            case .all(let parts): "all: [\(parts.map { $0.text() }.joined(separator: ", "))]"
            case .any(let parts): "any: [\(parts.map { $0.text() }.joined(separator: ", "))]"
            case .not(let part): "not: \(part.text())"
            }
        return "{\(word)\(when.map { ", when: \($0.text())" }.joined())\(keys)}"
    }
}

extension ReferencePolicy {
    /// Every requirement with one word, with and without a condition of one word.
    static let simple: [Requirement] = ["require", "forbid"].flatMap { rule in
        Answer.allCases.flatMap { answer in
            ([nil] + Answer.allCases.map(Optional.some)).flatMap { when in
                [false, true].map { isAdvice in
                    let condition = when.map { [Part(kind: .say($0))] } ?? []
                    let part = Part(kind: .say(answer), when: condition)
                    return Requirement(rule: rule, part: part, isAdvice: isAdvice)
                }
            }
        }
    }

    static func random(_ random: inout SplitMix) -> ReferencePolicy {
        let requirements = (0...random.below(4)).map { _ in
            Requirement(
                rule: random.pick(["require", "forbid"]),
                part: part(&random, depth: 4),
                isAdvice: random.chance(20)
            )
        }
        return ReferencePolicy(requirements: requirements)
    }

    private static func part(_ random: inout SplitMix, depth: Int) -> Part {
        let when = random.chance(25) && depth > 0 ? [part(&random, depth: depth - 2)] : []
        let choice = depth > 0 ? random.below(6) : 0
        let count = choice > 2 ? random.below(3) + 1 : 1
        let parts = choice > 1 ? (0..<count).map { _ in part(&random, depth: depth - 1) } : []
        switch choice {
        case 2: return Part(kind: .not(parts[0]), when: when)
        case 3, 4: return Part(kind: .all(parts), when: when)
        case 5: return Part(kind: .any(parts), when: when)
        default: return Part(kind: .say(random.pick(Answer.allCases)), when: when)
        }
    }
}
