import Capabilities

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
