import Capabilities
import Policies
import PolicyLanguage

/// The different questions of some policies, and the ties between their answers.
///
/// The same question with a longer limit is a different atom: an answer within the shorter limit is also its answer.
/// The question "may a subject write a file, or create it" is a different atom too: below `forbid`, a file that does
/// not exist is not yet a denial.
struct AtomTable {
    struct Atom {
        let capability: any Capability
        /// The time limit of the check.
        let limit: Duration
        /// The capability to create the object, if creation counts too.
        let making: AnyHashable?

        /// The capabilities of which one is enough.
        var waysToHold: [any Capability] {
            [capability] + [making?.base].compactMap { $0 as? any Capability }
        }
    }

    /// Ties the answer of one atom to that of another.
    struct Tie {
        enum Kind {
            /// An answer of the first is also the answer of the second. The second may be unknown instead if it has
            /// less time.
            case settled(secondIsKnown: Bool)
            /// If the first is authorized, so is the second. If the second is denied, so is the first. The one with
            /// less time may then be unknown instead.
            case implied(firstIsKnown: Bool, secondIsKnown: Bool)
        }

        let kind: Kind
        let first: Int
        let second: Int

        func allows(_ a: AnswerSet, _ b: AnswerSet) -> Bool {
            switch kind {
            case .settled(let secondIsKnown):
                a == .undetermined || a == b || !secondIsKnown && b == .undetermined
            case .implied(let firstIsKnown, let secondIsKnown):
                switch (a, b) {
                case (.authorized, .denied): false
                case (.authorized, .undetermined): !secondIsKnown
                case (.undetermined, .denied): !firstIsKnown
                default: true
                }
            }
        }
    }

    private struct Key: Hashable {
        let capability: AnyHashable
        let limit: Duration
        let making: AnyHashable?
    }

    private(set) var atoms: [Atom] = []
    /// The atoms that the policies ask. Further atoms only pass answers on.
    private(set) var asked = 0..<0
    /// The ties by atom. Each tie is listed under both of its atoms.
    private(set) var ties: [[Tie]] = []
    private var numbers: [Key: Int] = [:]
    private var alike: [AnyHashable: [Int]] = [:]

    /// Returns the policy's formula, and makes an atom of each of its questions.
    mutating func formula(of policy: Policy) -> Formula {
        var requirements: [Formula.Requirement] = []
        for (index, requirement) in policy.requirements.enumerated()
        where requirement.part.severity == .failure {
            let part = part(
                requirement.part,
                within: Policy.defaultLimit,
                Policy.Sense(requirement.rule)
            )
            requirements.append(
                Formula.Requirement(index: index, rule: requirement.rule, part: part)
            )
        }
        return Formula(requirements: requirements)
    }

    /// Returns whether two atoms are tied. The tie then states everything about their joint answers.
    func areTied(_ a: Int, _ b: Int) -> Bool {
        ties[a].contains { ($0.first, $0.second) == (a, b) || ($0.first, $0.second) == (b, a) }
    }

    /// Returns the other atoms of the ties of an atom.
    func tied(to atom: Int) -> [Int] {
        ties[atom].map { $0.first == atom ? $0.second : $0.first }
    }

    /// Returns whether another atom asks the same question with another limit.
    func hasOtherLimits(_ atom: Int) -> Bool {
        alike(atom).contains { $0.limit != atoms[atom].limit }
    }

    /// Returns whether another atom asks the same question in the other sense. In one sense creating the object counts,
    /// in the other it does not.
    func hasOtherSense(_ atom: Int) -> Bool {
        alike(atom).contains { $0.making != atoms[atom].making }
    }

    private func alike(_ atom: Int) -> [Atom] {
        alike[AnyHashable(atoms[atom].capability), default: []].filter(asked.contains)
            .map { atoms[$0] }
    }

    private mutating func part(
        _ part: Policy.Part,
        within inherited: Duration,
        _ sense: Policy.Sense
    ) -> Formula.Part {
        let limit = part.limit ?? inherited
        let body: Formula.Part =
            switch part.kind {
            case .question(let capability): .question(atom(capability, limit, sense))
            case .all(let parts):
                .all(parts.map { self.part($0, within: limit, sense) })
            case .any(let parts):
                .any(parts.map { self.part($0, within: limit, sense) })
            case .not(let one): .not(self.part(one, within: limit, sense.negated))
            }
        return part.when.reduce(body) {
            .when(self.part($1, within: limit, .literal), then: $0)
        }
    }

    private mutating func atom(
        _ capability: any Capability,
        _ limit: Duration,
        _ sense: Policy.Sense
    ) -> Int {
        let hashable = AnyHashable(capability)
        let making = sense == .unwanted ? capability.maker.map { AnyHashable($0) } : nil
        let key = Key(capability: hashable, limit: limit, making: making)
        if let number = numbers[key] { return number }
        numbers[key] = atoms.count
        alike[hashable, default: []].append(atoms.count)
        atoms.append(Atom(capability: capability, limit: limit, making: making))
        return atoms.count - 1
    }

    /// Finds the ties between the atoms, after all atoms of the policies are known.
    mutating func tie(by relations: QuestionRelations) {
        asked = atoms.indices
        // A denial of one question may reach another through a question that no policy asks.
        for atom in atoms {
            for capability in relations.settled(atom.capability) {
                _ = self.atom(capability, atom.limit, .literal)
            }
        }
        ties = Array(repeating: [], count: atoms.count)
        for (number, atom) in atoms.enumerated() {
            for other in alike[AnyHashable(atom.capability), default: []] where other != number {
                if atom.making == atoms[other].making {
                    guard atom.limit < atoms[other].limit else { continue }
                    add(settled(number, other))
                } else if atom.making == nil {
                    add(implied(number, other))
                }
            }
            for capability in relations.closure(of: atom.capability) {
                for other in alike[AnyHashable(capability), default: []]
                where mayTie(atom, atoms[other]) {
                    add(implied(number, other))
                }
            }
            for capability in relations.settled(atom.capability) {
                for other in alike[AnyHashable(capability), default: []]
                where mayTie(atom, atoms[other]) {
                    add(settled(number, other))
                }
            }
            for capability in relations.presupposed(atom.capability) {
                for other in alike[AnyHashable(capability), default: []]
                where mayTie(atom, atoms[other]) {
                    let kind = Tie.Kind.implied(firstIsKnown: false, secondIsKnown: false)
                    add(Tie(kind: kind, first: number, second: other))
                }
            }
        }
    }

    /// Returns whether a relation between two questions also holds between two atoms. If creation counts for the first,
    /// it must count for the second too: the first may be authorized although the object does not exist.
    private func mayTie(_ first: Atom, _ second: Atom) -> Bool {
        first.making == nil || first.making == second.making
    }

    private func implied(_ first: Int, _ second: Int) -> Tie {
        let (mine, others) = (atoms[first].limit, atoms[second].limit)
        let kind = Tie.Kind.implied(firstIsKnown: mine >= others, secondIsKnown: mine <= others)
        return Tie(kind: kind, first: first, second: second)
    }

    private func settled(_ first: Int, _ second: Int) -> Tie {
        let isKnown = atoms[first].limit <= atoms[second].limit
        return Tie(kind: .settled(secondIsKnown: isKnown), first: first, second: second)
    }

    private mutating func add(_ tie: Tie) {
        ties[tie.first].append(tie)
        ties[tie.second].append(tie)
    }
}
