/// Where among the nodes of a run the procedure of each identity is: a hash table.
///
/// For each procedure of every run it is asked at least once, and nobody chooses the numbers of identities:
/// a `Dictionary`, which mistrusts its keys, costs several times as much.
struct IdentityIndex {
    /// So few are looked through, and need no table.
    private static let few = 8

    /// One more than the index, or 0; at most half of them are taken.
    private var slots: [Int32] = []

    func find(_ identity: ProcedureIdentity, in nodes: [Node]) -> Int? {
        if slots.isEmpty {
            return nodes.indices.first { nodes[$0].identity.number == identity.number }
        }
        var slot = home(of: identity.number)
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            if nodes[index].identity.number == identity.number { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds the last of the nodes, whose identity is not here.
    mutating func insertLast(of nodes: [Node]) {
        if slots.isEmpty, nodes.count <= Self.few { return }
        if 2 * nodes.count > slots.count {
            slots = Array(repeating: 0, count: max(4 * Self.few, 4 * slots.count))
            placeAll(nodes)
        } else {
            place(nodes.count - 1, nodes)
        }
    }

    /// Forgets the last of the nodes: after it none was placed, so that its slot is on nobody's way.
    mutating func removeLast(of nodes: [Node]) {
        guard !slots.isEmpty, let last = nodes.last else { return }
        var slot = home(of: last.identity.number)
        while slots[slot] != nodes.count { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = 0
    }

    private mutating func placeAll(_ nodes: [Node]) {
        for index in nodes.indices { place(index, nodes) }
    }

    private mutating func place(_ index: Int, _ nodes: [Node]) {
        var slot = home(of: nodes[index].identity.number)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index + 1)
    }

    /// The golden ratio spreads numbers that follow one another, at whatever distance.
    private func home(of number: UInt64) -> Int {
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }
}
