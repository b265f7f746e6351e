import Text

// What cannot be added.
extension RunGraph {
    func refuseDroppedOutput(of index: Int, _ edge: Edge) throws {
        guard edge.isInput, nodes[index].isOutputDropped else { return }
        throw OutputIsGone(procedure: nodes[index].identity.name)
    }

    func conflict(_ known: Int, _ dependent: Int?) -> ConflictingDescriptions {
        let name = nodes[known].identity.name
        return ConflictingDescriptions(
            procedure: name,
            path: path(to: known),
            otherPath: ((dependent ?? adder).map(path(to:)) ?? []) + [name]
        )
    }

    private func path(to index: Int) -> [String] {
        let way = sequence(first: index) { index in
            let node = nodes[index]
            return node.foundFrom
                ?? (node.addition < additions.count ? additions[node.addition].producer : adder)
        }
        return way.map { nodes[$0].identity.name }.reversed()
    }

    /// Follows what each procedure waits for: its dependencies, and what it has produced.
    func refuseCycle(from found: [Int], to producer: Int) throws(ProcedureCycle) {
        let producers = Set(sequence(first: producer) { additions[nodes[$0].addition].producer })
        var cameFrom: [Int: Int] = [:]
        var seen = Set(found)
        var unexplored = found
        while let index = unexplored.popLast() {
            if producers.contains(index) {
                let way = sequence(first: index) { cameFrom[$0] }.map { nodes[$0].identity.name }
                throw ProcedureCycle(path: [nodes[index].identity.name] + way.reversed())
            }
            for next in waits(of: index) where seen.insert(next).inserted {
                cameFrom[next] = index
                unexplored.append(next)
            }
        }
    }

    private func waits(of index: Int) -> [Int] {
        guard !nodes[index].hasEnded else { return [] }
        let children = (produced[index] ?? []).flatMap { additions[$0].members }
        return (nodes[index].edges.map { edges[$0].dependency } + children).filter {
            !nodes[$0].hasEnded
        }
    }
}

/// A procedure that was produced takes the output of one whose output nobody keeps any more.
public struct OutputIsGone: Error, Hashable, Sendable {
    /// The one that has ended.
    public let procedure: String
}

extension OutputIsGone: CustomStringConvertible {
    public var description: String {
        """
        the output of `\(procedure)` is gone, since all that depended on it have ended; let the \
        producer run after it
        """.onOneLine
    }
}
