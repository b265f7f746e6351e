import Policies

/// The outcome of a policy as a function of the answers to its questions. `Policy.check` does the same with real
/// answers.
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
        /// The index of the requirement in the policy.
        let index: Int
        let rule: Policy.Rule
        let part: Part

        /// The answer with which the requirement holds.
        var good: AnswerSet { rule == .require ? .authorized : .denied }
        var allowed: AnswerSet { good.union(.notApplicable) }
    }

    /// The requirements that count: advice changes no outcome.
    let requirements: [Requirement]
}
