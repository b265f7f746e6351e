import Policies

/// What a policy makes of the answers to its questions, as `PolicyCheck` does with real ones.
struct Formula: Sendable {
    /// A part of a requirement; a question is the index of an atom.
    indirect enum Part: Sendable {
        case question(Int)
        case all([Part])
        case any([Part])
        case not(Part)
        case when(Part, then: Part)
    }

    struct Requirement: Sendable {
        /// Where it stands in the policy.
        let index: Int
        let rule: Policy.Rule
        let part: Part

        /// What it has to come to, lest the policy not hold.
        var good: AnswerSet { rule == .require ? .authorized : .denied }
        var allowed: AnswerSet { good.union(.notApplicable) }
    }

    /// Those that count: advice changes no outcome.
    let requirements: [Requirement]
}
