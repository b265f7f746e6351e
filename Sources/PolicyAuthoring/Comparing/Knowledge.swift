/// The truth of a statement, as far as is known.
enum Truth: Sendable { case yes, no, open }

/// The known answers, by the indices of atoms, and the number of evaluations.
struct Knowledge {
    var answers: [AnswerSet]
    /// The number of parts that were evaluated.
    private(set) var work = 0

    init(_ answers: [AnswerSet]) { self.answers = answers }

    /// Returns all possible answers of a part. If every answer is known, it returns the one.
    ///
    /// Parts that share questions are treated as independent, which can only make the result too large.
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
    ///   - end: The answer of one part that decides the whole.
    ///   - other: The answer that all parts that apply must have for the whole to have it.
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

    /// Returns whether a policy holds.
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

extension Knowledge {
    /// Removes the answers of tied atoms that the given atoms exclude, and repeats this for each atom that changes.
    ///
    /// The remaining answers are consistent: each known answer fits all remaining answers of its tied atoms. If nothing
    /// is known, `undetermined` fits everything.
    ///
    /// - Returns: False if an atom has no answer left.
    mutating func spread(from atoms: some Sequence<Int>, _ table: AtomTable) -> Bool {
        var changed = Array(atoms)
        while let atom = changed.popLast() {
            guard !answers[atom].isEmpty else { return false }
            for tie in table.ties[atom] { changed += narrow(by: tie) }
        }
        return true
    }

    /// - Returns: The atoms that lost answers.
    private mutating func narrow(by tie: AtomTable.Tie) -> [Int] {
        let (first, second) = (answers[tie.first], answers[tie.second])
        var (left, right): (AnswerSet, AnswerSet) = ([], [])
        for a in first.each {
            for b in second.each where tie.allows(a, b) {
                left.insert(a)
                right.insert(b)
            }
        }
        answers[tie.first] = left
        answers[tie.second] = right
        return (left == first ? [] : [tie.first]) + (right == second ? [] : [tie.second])
    }

    /// Assumes that a part has one of some answers, and derives the consequences for its questions.
    mutating func suppose(_ part: Formula.Part, _ allowed: AnswerSet) {
        switch part {
        case .question(let atom): answers[atom].formIntersection(allowed)
        case .not(let part):
            // A part that does not apply makes a `not` around it undetermined.
            let idle: AnswerSet = allowed.contains(.undetermined) ? .notApplicable : []
            suppose(part, allowed.subtracting(.notApplicable).negated.union(idle))
        case .all(let parts) where allowed.isSubset(of: [.authorized, .notApplicable]):
            for part in parts { suppose(part, [.authorized, .notApplicable]) }
        case .any(let parts) where allowed.isSubset(of: [.denied, .notApplicable]):
            for part in parts { suppose(part, [.denied, .notApplicable]) }
        case .all, .any, .when: break
        }
    }
}

extension AnswerSet {
    /// The answers of the set, one by one.
    fileprivate var each: [AnswerSet] {
        [AnswerSet.authorized, .denied, .undetermined].filter(contains)
    }
}
