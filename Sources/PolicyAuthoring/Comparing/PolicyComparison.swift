package import Capabilities
package import Policies

/// Whether one policy demands at least as much as another: whether the other holds on every host on which it does.
package enum PolicyComparison: Sendable {
    /// There is no host on which the new policy holds, and the old one does not.
    case demandsAsMuch
    /// There is one. What else of the old policy is sure to be lost comes after the first, in the order written;
    /// not whole where the search was given up, or nobody can tell of some.
    case demandsLess(Counterexample, others: [Counterexample.Breach], isWhole: Bool)
    case unknown(Obstacle)

    /// Answers with which the new policy holds and the old one does not, whatever else is asked.
    package struct Counterexample: Sendable {
        package enum Breach: Sendable {
            /// This requirement of the old policy does not hold.
            case requirement(Int)
            /// Nothing of the old policy applies.
            case nothingApplies
        }

        package let breach: Breach
        /// Of the questions on which it depends, in the order written, those of the new policy first.
        package let answers: [Answer]
    }

    package struct Answer: Sendable {
        package enum Word: String, Sendable { case authorized, denied, undetermined }

        package let capability: any Capability
        /// How long looking may take, where the same is asked with another limit too.
        package let limit: Duration?
        /// Whether to create the object counts too, where the same is also asked literally.
        package let countsCreation: Bool
        package let word: Word
        /// Whether it bears on the breach; others only go with a new policy that holds.
        package let isRelevant: Bool

        package var name: String { capability.name + (countsCreation ? ", or create it" : "") }
    }

    /// Why nobody can tell.
    package enum Obstacle: Sendable {
        /// There is a counterexample, if some host answers so; of which these answers make it doubtful.
        case doubtful(Counterexample, [any Capability])
        /// So many parts were evaluated, and the search was not at its end.
        case tooLarge(steps: Int)
    }
}

extension Policy {
    /// How many parts are evaluated before a comparison is given up.
    package static let comparisonLimit = 20_000_000

    /// Searches for a host on which this policy holds, and an older one does not.
    ///
    /// That some host meets this policy in each way that the policy allows is taken for granted; lint finds
    /// policies that nothing meets. The answers that differ from what this policy asks have to be possible
    /// beside all others, as far as `relations` know.
    package func compared(
        with old: Policy,
        by relations: QuestionRelations,
        limit: Int = comparisonLimit
    ) -> PolicyComparison {
        var search = CounterexampleSearch(new: self, old: old, relations, limit: limit)
        return search.result()
    }
}
