import Capabilities
import Policies
import PolicyLanguage

/// The different questions of some policies, and what ties their answers.
///
/// The same question with more time is another: what it says in less, it says then too.
struct AtomTable {
    struct Atom {
        let capability: any Capability
        /// How long looking may take.
        let limit: Duration
    }

    /// Ties the answer of one atom to that of another.
    struct Tie {
        enum Kind {
            /// What the first says, the second, which has more time, says too.
            case sameLater
            /// Where the first is authorized, so is the second, and where the second is denied, so is the first;
            /// one that has less time than the other may not be known then.
            case implied(firstIsKnown: Bool, secondIsKnown: Bool)
        }

        let kind: Kind
        let first: Int
        let second: Int

        func allows(_ a: AnswerSet, _ b: AnswerSet) -> Bool {
            switch kind {
            case .sameLater: a == .undetermined || a == b
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
    }

    private(set) var atoms: [Atom] = []
    /// By the atoms that they tie, each with both.
    private(set) var ties: [[Tie]] = []
    private var numbers: [Key: Int] = [:]
    private var alike: [AnyHashable: [Int]] = [:]

    /// The policy's formula, of whose questions atoms are made.
    mutating func formula(of policy: Policy) -> Formula {
        var requirements: [Formula.Requirement] = []
        for (index, requirement) in policy.requirements.enumerated()
        where requirement.part.severity == .failure {
            let part = part(requirement.part, within: Policy.defaultLimit)
            requirements.append(
                Formula.Requirement(index: index, rule: requirement.rule, part: part)
            )
        }
        return Formula(requirements: requirements)
    }

    /// Whether two atoms are tied, so that all is known of how their answers go together.
    func areTied(_ a: Int, _ b: Int) -> Bool {
        ties[a].contains { ($0.first, $0.second) == (a, b) || ($0.first, $0.second) == (b, a) }
    }

    /// The other atoms of the same question.
    func isAskedElsewhere(_ atom: Int) -> Bool {
        alike[AnyHashable(atoms[atom].capability), default: []].count > 1
    }

    private mutating func part(_ part: Policy.Part, within inherited: Duration) -> Formula.Part {
        let limit = part.limit ?? inherited
        let body: Formula.Part =
            switch part.kind {
            case .question(let capability): .question(atom(capability, limit))
            case .all(let parts): .all(parts.map { self.part($0, within: limit) })
            case .any(let parts): .any(parts.map { self.part($0, within: limit) })
            case .not(let one): .not(self.part(one, within: limit))
            }
        return part.when.reduce(body) { .when(self.part($1, within: limit), then: $0) }
    }

    private mutating func atom(_ capability: any Capability, _ limit: Duration) -> Int {
        let hashable = AnyHashable(capability)
        let key = Key(capability: hashable, limit: limit)
        if let number = numbers[key] { return number }
        numbers[key] = atoms.count
        alike[hashable, default: []].append(atoms.count)
        atoms.append(Atom(capability: capability, limit: limit))
        return atoms.count - 1
    }

    /// Finds what ties the atoms, once all are known.
    mutating func tie(by relations: QuestionRelations) {
        ties = Array(repeating: [], count: atoms.count)
        for (number, atom) in atoms.enumerated() {
            for other in alike[AnyHashable(atom.capability), default: []]
            where atom.limit < atoms[other].limit {
                add(Tie(kind: .sameLater, first: number, second: other))
            }
            for capability in relations.closure(of: atom.capability) {
                for other in alike[AnyHashable(capability), default: []] {
                    let (mine, others) = (atom.limit, atoms[other].limit)
                    let kind = Tie.Kind.implied(
                        firstIsKnown: mine >= others,
                        secondIsKnown: mine <= others
                    )
                    add(Tie(kind: kind, first: number, second: other))
                }
            }
            for capability in relations.presupposed(atom.capability) {
                for other in alike[AnyHashable(capability), default: []] {
                    let kind = Tie.Kind.implied(firstIsKnown: false, secondIsKnown: false)
                    add(Tie(kind: kind, first: number, second: other))
                }
            }
        }
    }

    private mutating func add(_ tie: Tie) {
        ties[tie.first].append(tie)
        ties[tie.second].append(tie)
    }
}
