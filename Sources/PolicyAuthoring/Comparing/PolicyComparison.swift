package import Capabilities
package import Policies

/// The result of comparing two policies: whether the old policy holds on every host on which the new one does.
package enum PolicyComparison: Sendable {
    /// The new policy holds on no host on which the old one does not hold.
    case demandsAsMuch
    /// The new policy holds on a host on which the old one does not hold. `others` lists the other requirements of the
    /// old policy that are certainly lost, in the order written. The list is not whole if the search was given up or
    /// some requirements are doubtful.
    case demandsLess(Counterexample, others: [Counterexample.Breach], isWhole: Bool)
    case unknown(Obstacle)

    /// Answers with which the new policy holds and the old one does not, regardless of other questions.
    package struct Counterexample: Sendable {
        package enum Breach: Sendable {
            /// This requirement of the old policy does not hold.
            case requirement(Int)
            /// No requirement of the old policy applies.
            case nothingApplies
        }

        package let breach: Breach
        /// The answers on which the counterexample depends, in the order written, those of the new policy first.
        package let answers: [Answer]
    }

    package struct Answer: Sendable {
        package let capability: any Capability
        /// The time limit, if the same question is asked with another limit too.
        package let limit: Duration?
        /// True if creating the object counts too and the same question is also asked literally.
        package let countsCreation: Bool
        package let answer: Verdict.Answer
        /// True if the answer is relevant to the breach. The others only belong to a host on which the new policy
        /// holds.
        package let isRelevant: Bool

        package var name: String { capability.name + (countsCreation ? ", or create it" : "") }
    }

    /// The reason why the comparison has no result.
    package enum Obstacle: Sendable {
        /// A counterexample exists if some host gives its answers. The listed questions make that doubtful.
        case doubtful(Counterexample, [any Capability])
        /// The search evaluated this many parts without coming to an end.
        case tooLarge(steps: Int)
    }
}

extension Policy {
    /// The number of parts after which a comparison is given up.
    package static let comparisonLimit = 20_000_000

    /// Searches for a host on which this policy holds and an older one does not.
    ///
    /// The search assumes that some host meets this policy in each way that the policy allows. Lint finds policies that
    /// no host meets. Answers beyond this policy's own questions must be possible together with all others, as far as
    /// `relations` knows.
    package func compared(
        with old: Policy,
        by relations: QuestionRelations,
        limit: Int = comparisonLimit
    ) -> PolicyComparison {
        var search = CounterexampleSearch(new: self, old: old, relations, limit: limit)
        return search.result()
    }
}
