import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// The output of `warrant compare --format json`.
struct ComparisonJSON: Encodable {
    enum Word: String, Encodable {
        case demandsAsMuch = "demands-as-much"
        case demandsLess = "demands-less"
        case unknown
    }

    struct File: Encodable {
        let path: String
        let name: String
    }

    struct Example: Encodable {
        /// The requirement of the old policy that does not hold; nil if no requirement applies.
        let breach: Breach?
        let answers: [Answer]
    }

    struct Breach: Encodable {
        let rule: String
        let title: String
        let id: String?
        let place: SourceLocation
    }

    struct Answer: Encodable {
        let question: String
        let subject: String
        let within: String?
        let verdict: String
    }

    let version = 1
    let command = "compare"
    let exit: Int32
    let answer: Word
    let old: File
    let new: File
    /// Answers with which the new policy holds and the old one does not. They are doubtful if the comparison has no
    /// result.
    let example: Example?
    /// The requirements of the old policy that are certainly lost, that of the example first.
    let lost: [Breach]?
    /// The reason why the comparison has no result.
    let problem: String?
}

extension ComparisonReport {
    var json: ComparisonJSON {
        let (word, example): (ComparisonJSON.Word, PolicyComparison.Counterexample?) =
            switch comparison {
            case .demandsAsMuch: (.demandsAsMuch, nil)
            case .demandsLess(let example, _, _): (.demandsLess, example)
            case .unknown(.doubtful(let example, _)): (.unknown, example)
            case .unknown(.tooLarge): (.unknown, nil)
            }
        return ComparisonJSON(
            exit: status.rawValue,
            answer: word,
            old: ComparisonJSON.File(path: old.path, name: old.policy.name),
            new: ComparisonJSON.File(path: new.path, name: new.policy.name),
            example: example.map { self.example($0) },
            lost: lost,
            problem: problem.isEmpty ? nil : problem
        )
    }

    private var lost: [ComparisonJSON.Breach]? {
        guard case .demandsLess(let example, let others, _) = comparison else { return nil }
        return ([example.breach] + others).compactMap { breach($0) }
    }

    private func example(_ example: PolicyComparison.Counterexample) -> ComparisonJSON.Example {
        ComparisonJSON.Example(
            breach: breach(example.breach),
            answers: example.answers.map {
                ComparisonJSON.Answer(
                    question: $0.name,
                    subject: $0.capability.subjectName,
                    within: $0.limit?.inWords,
                    verdict: $0.answer.rawValue
                )
            }
        )
    }

    private func breach(
        _ breach: PolicyComparison.Counterexample.Breach
    ) -> ComparisonJSON.Breach? {
        guard case .requirement(let index) = breach else { return nil }
        let requirement = old.policy.requirements[index]
        let entry = PolicyOutline.Entry(requirement.part)
        return ComparisonJSON.Breach(
            rule: requirement.rule.rawValue,
            title: entry.title,
            id: entry.id,
            place: requirement.location
        )
    }
}
