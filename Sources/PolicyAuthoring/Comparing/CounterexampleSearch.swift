import Capabilities
import Policies
import Questions

/// Searches for answers with which one policy holds and another does not. It fixes one answer after another.
///
/// It takes each requirement of the old policy on its own. It first tries the answers that break the requirement, then
/// those with which the new policy holds. Known answers settle most parts, and a settled part needs no further trial.
/// - SeeAlso: Davis, Logemann and Loveland, A Machine Program for Theorem-Proving, 1962.
struct CounterexampleSearch {
    enum Goal {
        /// This requirement of the old policy must fail or be unknown.
        case breach(Formula.Requirement)
        /// No requirement of the old policy may apply.
        case nothing
    }

    let relations: QuestionRelations
    let limit: Int
    let new: Formula
    let old: Formula
    var table = AtomTable()
    /// The knowledge that is true wherever the new policy holds.
    var base: Knowledge
    var work = 0
    var doubt: PolicyComparison.Obstacle?
    /// Only the first counterexample shows its answers: a long policy may have many.
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
            // A certain counterexample removes the doubt.
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

    /// Returns nil if there is no counterexample, if all are doubtful, or if the search exceeds the limit.
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
        /// The atom to fix next, and its answers in the order to try.
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
                // A requirement that does not apply needs nothing more.
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
    /// Returns the first question with an open answer among the open parts, and whether it should be granted. Returns
    /// nil if the part is settled.
    ///
    /// - Parameters:
    ///   - wish: True if the part should be granted.
    ///   - applies: True if a `when` should be granted.
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

// Judging whether a result is a counterexample on some host.
extension CounterexampleSearch {
    /// Returns a counterexample without unneeded answers, or records a doubtful one and returns nil.
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

    /// Returns the atoms that the search chose, and everything known then.
    private mutating func reduced(_ goal: Goal, _ known: Knowledge) -> ([Int], Knowledge) {
        var chosen = table.asked.filter {
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
        table.asked.compactMap { index in
            let words: [AnswerSet: Verdict.Answer] = [
                .authorized: .authorized, .denied: .denied, .undetermined: .undetermined,
            ]
            guard let word = words[known.answers[index]] else { return nil }
            let atom = table.atoms[index]
            return PolicyComparison.Answer(
                capability: atom.capability,
                limit: table.hasOtherLimits(index) ? atom.limit : nil,
                countsCreation: atom.making != nil && table.hasOtherSense(index),
                answer: word,
                isRelevant: relevant.contains(index)
            )
        }
    }

    /// Returns the questions for which no host is known to answer so, or nil if some host does.
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

    /// Returns no answer if the atom does not matter. An unknown atom may have either answer.
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

// The part of a counterexample that is relevant to the breach. A new policy may ask many unrelated questions.
extension CounterexampleSearch {
    /// Returns four kinds of questions: those of the breached requirement, those tied to them, those that the new
    /// policy asks beside any of these, and those in doubt.
    func relevantAtoms(_ goal: Goal, _ doubtful: [any Capability]) -> Set<Int> {
        let breached = if case .breach(let one) = goal { [one] } else { old.requirements }
        var relevant = Set(breached.flatMap(\.part.atoms))
        for atom in relevant {
            for tied in table.tied(to: atom) {
                relevant.insert(tied)
                // An atom that no policy asks only passes the answer on.
                if !table.asked.contains(tied) { relevant.formUnion(table.tied(to: tied)) }
            }
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
    /// The questions in the part.
    var atoms: [Int] {
        switch self {
        case .question(let atom): [atom]
        case .all(let parts), .any(let parts): parts.flatMap(\.atoms)
        case .not(let part): part.atoms
        case .when(let condition, let part): condition.atoms + part.atoms
        }
    }
}
