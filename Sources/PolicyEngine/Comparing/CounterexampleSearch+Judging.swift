import Capabilities

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
                limit: table.isAskedElsewhere(index) ? atom.limit : nil,
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
    private func answers(of atom: Int, _ known: Knowledge) -> [QuestionRelations.Answer] {
        let answers: [Bool] =
            switch known.answers[atom] {
            case .authorized: [true]
            case .denied: [false]
            case .undetermined: [true, false]
            default: []
            }
        return answers.map {
            QuestionRelations.Answer(table.atoms[atom].capability, isGranted: $0)
        }
    }
}
