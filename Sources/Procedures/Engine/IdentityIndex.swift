/// A hash table from the identity of a procedure to its index among the nodes of a run.
///
/// It is used at least once for each procedure of every run. Callers cannot choose the numbers of identities, so it
/// needs no protection against hostile keys. A `Dictionary` has that protection, and costs several times as much.
struct IdentityIndex {
    /// Up to this many nodes are searched one by one, without a table.
    private static let few = 8

    /// The index plus one, or 0 for a free slot. At most half of the slots are taken.
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

    /// Adds the last of the nodes, whose identity must be new.
    mutating func insertLast(of nodes: [Node]) {
        if slots.isEmpty, nodes.count <= Self.few { return }
        if 2 * nodes.count > slots.count {
            slots = Array(repeating: 0, count: max(4 * Self.few, 4 * slots.count))
            placeAll(nodes)
        } else {
            place(nodes.count - 1, nodes)
        }
    }

    /// Removes the last of the nodes. No node was placed after it, so no other search passes through its slot.
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

    /// Multiplies by the golden ratio, which spreads numbers at any constant distance.
    private func home(of number: UInt64) -> Int {
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }
}
