import Capabilities
import Policies
import Questions

/// Searches for answers with which one policy holds and another does not, by taking one after another as known.
///
/// For each requirement of the old policy on its own: first the answers that break it, then those with which
/// the new policy holds. What is known settles most parts, and where they are settled nothing more is tried.
/// - SeeAlso: Davis, Logemann and Loveland, A Machine Program for Theorem-Proving, 1962.
struct CounterexampleSearch {
    enum Goal {
        /// The requirement of the old policy is to fail, or not to be known.
        case breach(Formula.Requirement)
        /// No requirement of the old policy is to apply.
        case nothing
    }

    let relations: QuestionRelations
    let limit: Int
    let new: Formula
    let old: Formula
    var table = AtomTable()
    /// What holds wherever the new policy does.
    var base: Knowledge
    var work = 0
    var doubt: PolicyComparison.Obstacle?
    /// Of the first counterexample alone: of a long policy there may be many.
    var showsAnswers = true

    init(new: Policy, old: Policy, _ relations: QuestionRelations, limit: Int) {
        self.relations = relations
        self.limit = limit
        self.new = table.formula(of: new)
        self.old = table.formula(of: old)
        table.tie(by: relations)
        base = Knowledge(
            table.atoms.map {
                $0.waysToHold.allSatisfy(relations.isNeverGranted)
                    ? [.denied, .undetermined] : .anyAnswer
            }
        )
    }

    mutating func result() -> PolicyComparison {
        for requirement in new.requirements {
            base.suppose(requirement.part, requirement.allowed)
        }
        guard base.spread(from: table.atoms.indices, table) else { return .demandsAsMuch }
        var first: PolicyComparison.Counterexample?
        var others: [PolicyComparison.Counterexample.Breach] = []
        for requirement in old.requirements where work <= limit {
            let earlier = doubt
            guard let found = search(.breach(requirement)) else { continue }
            // What is sure after all leaves no doubt.
            doubt = earlier
            if first == nil { first = found } else { others.append(found.breach) }
            showsAnswers = false
        }
        if work <= limit, first == nil { first = search(.nothing) }
        if let first {
            return .demandsLess(first, others: others, isWhole: doubt == nil && work <= limit)
        }
        if let doubt { return .unknown(doubt) }
        return work > limit ? .unknown(.tooLarge(steps: limit)) : .demandsAsMuch
    }

    /// Nil where there is none, where all are doubtful, and where it was too much work.
    private mutating func search(_ goal: Goal) -> PolicyComparison.Counterexample? {
        var left = [base]
        while var known = left.popLast() {
            let before = known.work
            let next = step(goal, &known)
            work += known.work - before + 1
            guard work <= limit else { return nil }
            switch next {
            case .impossible: continue
            case .found:
                if let certain = judged(goal, known) { return certain }
            case .open(let atom, let order):
                for answer in order.reversed() where known.answers[atom].contains(answer) {
                    var then = known
                    then.answers[atom] = answer
                    if then.spread(from: [atom], table) { left.append(then) }
                }
            }
        }
        return nil
    }
}

extension CounterexampleSearch {
    enum Step {
        case found, impossible
        /// The atom to know next, and the order in which to try its answers.
        case open(Int, [AnswerSet])
    }

    func step(_ goal: Goal, _ known: inout Knowledge) -> Step {
        switch isReached(goal, &known) {
        case .no: return .impossible
        case .open: return open(goal, &known)
        case .yes: break
        }
        switch known.holds(new) {
        case .no: return .impossible
        case .yes: return .found
        case .open:
            for requirement in new.requirements {
                let wish = requirement.rule == .require
                // What does not apply asks for nothing more.
                let next = known.firstOpen(requirement.part, wish, whenApplies: false)
                if let next { return .open(next.atom, order(for: next.wish)) }
            }
            return .impossible
        }
    }

    private func isReached(_ goal: Goal, _ known: inout Knowledge) -> Truth {
        switch goal {
        case .breach(let requirement):
            let set = known.possible(requirement.part)
            if set.isDisjoint(with: requirement.allowed) { return .yes }
            return set.isSubset(of: requirement.allowed) ? .no : .open
        case .nothing:
            let sets = old.requirements.map { known.possible($0.part) }
            if sets.contains(where: { !$0.contains(.notApplicable) }) { return .no }
            return sets.allSatisfy { $0 == .notApplicable } ? .yes : .open
        }
    }

    private func open(_ goal: Goal, _ known: inout Knowledge) -> Step {
        let (requirements, applies) =
            if case .breach(let one) = goal { ([one], true) } else { (old.requirements, false) }
        for requirement in requirements {
            let wish = requirement.rule == .forbid
            let next = known.firstOpen(requirement.part, wish, whenApplies: applies)
            if let next { return .open(next.atom, order(for: next.wish)) }
        }
        return .impossible
    }

    private func order(for isGranted: Bool) -> [AnswerSet] {
        isGranted
            ? [.authorized, .denied, .undetermined] : [.denied, .authorized, .undetermined]
    }
}

extension Knowledge {
    /// The first question whose answer is open, of the parts that are, and whether it had better be granted; nil
    /// where the part is settled.
    ///
    /// - Parameters:
    ///   - wish: Whether the part had better be granted.
    ///   - applies: Whether a `when` had better.
    mutating func firstOpen(
        _ part: Formula.Part,
        _ wish: Bool,
        whenApplies applies: Bool
    ) -> (atom: Int, wish: Bool)? {
        guard !possible(part).isSingle else { return nil }
        switch part {
        case .question(let atom): return (atom, wish)
        case .not(let part): return firstOpen(part, !wish, whenApplies: applies)
        case .all(let parts), .any(let parts):
            for part in parts {
                if let next = firstOpen(part, wish, whenApplies: applies) { return next }
            }
            return nil
        case .when(let condition, let part):
            return firstOpen(condition, applies, whenApplies: applies)
                ?? firstOpen(part, wish, whenApplies: applies)
        }
    }
}

// Whether what was found is a counterexample on some host.
extension CounterexampleSearch {
    /// A counterexample without the answers that it does not need; nil, and noted, where it is doubtful.
    mutating func judged(
        _ goal: Goal,
        _ known: Knowledge
    ) -> PolicyComparison.Counterexample? {
        let (chosen, needed) = reduced(goal, known)
        let doubtful = self.doubtful(chosen, needed)
        let relevant = showsAnswers ? relevantAtoms(goal, doubtful ?? []) : []
        let example = PolicyComparison.Counterexample(
            breach: breach(goal),
            answers: showsAnswers ? answers(needed, bearingOn: relevant) : []
        )
        guard let doubtful else { return example }
        doubt = doubt ?? .doubtful(example, doubtful)
        return nil
    }

    /// Those that the search chose, and all that are known then.
    private mutating func reduced(_ goal: Goal, _ known: Knowledge) -> ([Int], Knowledge) {
        var chosen = table.atoms.indices.filter {
            known.answers[$0].isSingle && !base.answers[$0].isSingle
        }
        var needed = known
        for atom in chosen {
            let others = chosen.filter { $0 != atom }
            var less = base
            for other in others { less.answers[other] = known.answers[other] }
            guard work <= limit, less.spread(from: others, table) else { break }
            let before = less.work
            let isFound = if case .found = step(goal, &less) { true } else { false }
            work += less.work - before
            if isFound { (chosen, needed) = (others, less) }
        }
        return (chosen, needed)
    }
}

extension CounterexampleSearch {
    private func breach(_ goal: Goal) -> PolicyComparison.Counterexample.Breach {
        switch goal {
        case .breach(let requirement): .requirement(requirement.index)
        case .nothing: .nothingApplies
        }
    }

    private func answers(
        _ known: Knowledge,
        bearingOn relevant: Set<Int>
    ) -> [PolicyComparison.Answer] {
        table.atoms.indices.compactMap { index in
            let words: [AnswerSet: PolicyComparison.Answer.Word] = [
                .authorized: .authorized, .denied: .denied, .undetermined: .undetermined,
            ]
            guard let word = words[known.answers[index]] else { return nil }
            let atom = table.atoms[index]
            return PolicyComparison.Answer(
                capability: atom.capability,
                limit: table.hasOtherLimits(index) ? atom.limit : nil,
                countsCreation: atom.making != nil && table.hasOtherSense(index),
                word: word,
                isRelevant: relevant.contains(index)
            )
        }
    }

    /// The questions of which it is not known that a host answers so; nil where it is.
    private func doubtful(_ chosen: [Int], _ known: Knowledge) -> [any Capability]? {
        for atom in chosen {
            for answer in answers(of: atom, known) {
                if !relations.isPossible(answer) { return [answer.question] }
                for other in table.atoms.indices where other != atom && !table.areTied(atom, other)
                {
                    for another in answers(of: other, known)
                    where !relations.arePossible(answer, another) {
                        return [answer.question, another.question]
                    }
                }
            }
        }
        return nil
    }

    /// None where it does not matter; what is not known may come of either.
    private func answers(of atom: Int, _ known: Knowledge) -> [Relations.Answer] {
        let answers: [Bool] =
            switch known.answers[atom] {
            case .authorized: [true]
            case .denied: [false]
            case .undetermined: [true, false]
            default: []
            }
        return answers.map {
            Relations.Answer(table.atoms[atom].capability, isGranted: $0)
        }
    }
}

// What of a counterexample bears on the breach: a new policy may ask much that has nothing to do with it.
extension CounterexampleSearch {
    /// The questions of what is breached, those tied to them, what the new policy asks beside any of these, and
    /// those that are in doubt.
    func relevantAtoms(_ goal: Goal, _ doubtful: [any Capability]) -> Set<Int> {
        let breached = if case .breach(let one) = goal { [one] } else { old.requirements }
        var relevant = Set(breached.flatMap(\.part.atoms))
        for atom in relevant {
            for tie in table.ties[atom] { relevant.formUnion([tie.first, tie.second]) }
        }
        let near = relevant
        for requirement in new.requirements {
            let atoms = requirement.part.atoms
            if !near.isDisjoint(with: atoms) { relevant.formUnion(atoms) }
        }
        let names = Set(doubtful.map { AnyHashable($0) })
        guard !names.isEmpty else { return relevant }
        return relevant.union(
            table.atoms.indices.filter { names.contains(AnyHashable(table.atoms[$0].capability)) }
        )
    }
}

extension Formula.Part {
    /// The questions that it asks.
    var atoms: [Int] {
        switch self {
        case .question(let atom): [atom]
        case .all(let parts), .any(let parts): parts.flatMap(\.atoms)
        case .not(let part): part.atoms
        case .when(let condition, let part): condition.atoms + part.atoms
        }
    }
}
