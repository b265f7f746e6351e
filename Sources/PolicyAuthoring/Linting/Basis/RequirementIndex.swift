package import Capabilities

/// The requirements of a policy by what they ask, so that one is found without a look at the others.
package struct RequirementIndex: Sendable {
    private let requirements: [PlacedRequirement]
    private let numbers: MeaningNumbers
    /// The first in each list that asks so.
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

    /// The first requirement of a list that asks for a capability and has no `when`.
    package func first(asking capability: any Capability, in list: Int) -> PlacedRequirement? {
        meaning(of: .asking(capability)).flatMap { first($0, in: list) }
    }

    func first(_ meaning: Int, in list: Int) -> PlacedRequirement? {
        firsts[Key(list: list, meaning: meaning)].map { requirements[$0] }
    }

    /// As ``PlacedRequirement/meaning`` has it; nil where nothing asks so.
    func meaning(of meaning: Meaning) -> Int? { numbers.all[meaning] }

    private struct Key: Hashable {
        let list: Int
        let meaning: Int
    }
}

/// A number for each meaning, which is compared and hashed in no time.
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
    /// Whether others may stand beside it.
    var isInList: Bool {
        switch self {
        case .policy, .all, .any: true
        case .not, .condition: false
        }
    }
}
