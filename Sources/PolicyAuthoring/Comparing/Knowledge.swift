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

extension Knowledge {
    /// Leaves of some atoms what a tie allows them, and of others what these then allow, and so on.
    ///
    /// What is left then goes together: each known answer fits to all that is left of those that it is tied to,
    /// and where nothing is known, `undetermined` fits to everything.
    ///
    /// - Returns: False where for some atom nothing is left.
    mutating func spread(from atoms: some Sequence<Int>, _ table: AtomTable) -> Bool {
        var changed = Array(atoms)
        while let atom = changed.popLast() {
            guard !answers[atom].isEmpty else { return false }
            for tie in table.ties[atom] { changed += narrow(by: tie) }
        }
        return true
    }

    /// - Returns: The atoms of which less is left.
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

    /// Takes it that a part comes to one of some answers, and takes from this what it says of its questions.
    mutating func suppose(_ part: Formula.Part, _ allowed: AnswerSet) {
        switch part {
        case .question(let atom): answers[atom].formIntersection(allowed)
        case .not(let part):
            // What does not apply is not known under a `not`.
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
    /// Its answers, one by one.
    fileprivate var each: [AnswerSet] {
        [AnswerSet.authorized, .denied, .undetermined].filter(contains)
    }
}
