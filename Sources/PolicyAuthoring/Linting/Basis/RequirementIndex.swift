package import Capabilities

/// The requirements of a policy by meaning, so that a search does not go through all.
package struct RequirementIndex: Sendable {
    private let requirements: [PlacedRequirement]
    private let numbers: MeaningNumbers
    /// The first requirement with each meaning in each list.
    private var firsts: [Key: Int] = [:]

    init(_ requirements: [PlacedRequirement], _ numbers: MeaningNumbers) {
        self.requirements = requirements
        self.numbers = numbers
        firsts.reserveCapacity(requirements.count)
        for (position, placed) in requirements.enumerated() where placed.role.isInList {
            let key = Key(list: placed.list, meaning: placed.meaning)
            if firsts[key] == nil { firsts[key] = position }
        }
    }

    /// Returns the first requirement of a list that asks for a capability and has no `when`.
    package func first(asking capability: any Capability, in list: Int) -> PlacedRequirement? {
        meaning(of: .asking(capability)).flatMap { first($0, in: list) }
    }

    func first(_ meaning: Int, in list: Int) -> PlacedRequirement? {
        firsts[Key(list: list, meaning: meaning)].map { requirements[$0] }
    }

    /// Returns the number in ``PlacedRequirement/meaning``, or nil if no requirement has this meaning.
    func meaning(of meaning: Meaning) -> Int? { numbers.all[meaning] }

    private struct Key: Hashable {
        let list: Int
        let meaning: Int
    }
}

/// A number for each meaning. Numbers are fast to compare and to hash.
struct MeaningNumbers: Sendable {
    private(set) var all: [Meaning: Int] = [:]

    init(capacity: Int) { all.reserveCapacity(capacity) }

    mutating func number(of meaning: Meaning) -> Int {
        if let number = all[meaning] { return number }
        all[meaning] = all.count
        return all.count - 1
    }
}

extension PlacedRequirement.Role {
    /// True if a requirement in this role may have others beside it.
    var isInList: Bool {
        switch self {
        case .policy, .all, .any: true
        case .not, .condition: false
        }
    }
}
