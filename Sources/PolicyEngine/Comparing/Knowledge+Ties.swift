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
