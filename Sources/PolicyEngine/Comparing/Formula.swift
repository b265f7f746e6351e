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
        let rule: Policy.Requirement.Rule
        let part: Part

        /// What it has to come to, lest the policy not hold.
        var good: AnswerSet { rule == .require ? .authorized : .denied }
        var allowed: AnswerSet { good.union(.notApplicable) }
    }

    /// Those that count: advice changes no outcome.
    let requirements: [Requirement]
}

/// Whether something is so, as far as is known.
enum Truth: Sendable { case yes, no, open }

/// What is known of the answers, by the indices of atoms, and how often that was looked at.
struct Knowledge {
    var answers: [AnswerSet]
    /// How many parts have been evaluated.
    private(set) var work = 0

    init(_ answers: [AnswerSet]) { self.answers = answers }

    /// What a part may come to: all that it may, and with every answer known, the one.
    ///
    /// Parts that share questions are taken as if they did not, which can only make too much of it.
    mutating func possible(_ part: Formula.Part) -> AnswerSet {
        work += 1
        switch part {
        case .question(let atom): return answers[atom]
        case .not(let part): return possible(part).negated
        case .all(let parts): return group(parts, ended: .denied, otherwise: .authorized)
        case .any(let parts): return group(parts, ended: .authorized, otherwise: .denied)
        case .when(let condition, let part):
            let guarding = possible(condition)
            var result = guarding.contains(.authorized) ? possible(part) : []
            if guarding.contains(.denied) { result.insert(.notApplicable) }
            if guarding.meets([.undetermined, .notApplicable]) { result.insert(.undetermined) }
            return result
        }
    }

    /// - Parameters:
    ///   - end: What one part makes of the whole.
    ///   - other: What all parts that apply must be for the whole to be that.
    private mutating func group(
        _ parts: [Formula.Part],
        ended end: AnswerSet,
        otherwise other: AnswerSet
    ) -> AnswerSet {
        let idle: AnswerSet = .notApplicable
        var (any, isOther, isOpen, isIdle): (AnswerSet, Bool, Bool, Bool) = ([], true, true, true)
        for part in parts {
            let set = possible(part)
            any.formUnion(set)
            isOther = isOther && set.meets(other.union(idle))
            isOpen = isOpen && set.meets([other, idle, .undetermined])
            isIdle = isIdle && set.contains(idle)
        }
        var result = any.intersection(end)
        if isOther && any.contains(other) { result.insert(other) }
        if isIdle || isOpen && any.contains(.undetermined) { result.insert(.undetermined) }
        return result
    }

    /// Whether a policy holds.
    mutating func holds(_ formula: Formula) -> Truth {
        var (isSure, applies, mayApply) = (true, false, false)
        for requirement in formula.requirements {
            let set = possible(requirement.part)
            guard set.meets(requirement.allowed) else { return .no }
            isSure = isSure && set.isSubset(of: requirement.allowed)
            applies = applies || set == requirement.good
            mayApply = mayApply || set.contains(requirement.good)
        }
        guard mayApply else { return .no }
        return isSure && applies ? .yes : .open
    }
}
