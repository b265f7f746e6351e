/// The procedures of one run, each once, in the order of discovery: the dependencies of each procedure in the order
/// written, each with its own dependencies.
struct RunGraph {
    /// A dependency that is still to be visited, and the edge that leads to it.
    private struct Unexplored {
        let link: Link
        let edge: Int
    }

    private(set) var additions: [Addition] = []
    var nodes: [Node] = []
    /// Kept until the run ends, like the nodes. Each edge takes a few bytes.
    private(set) var edges: [Edge] = []
    /// True if any procedure has observers.
    private(set) var isObserved = false
    private var indices = IdentityIndex()
    /// The indices of the additions that each producer has made.
    private(set) var produced: [Int: [Int]] = [:]
    /// The producer of the addition in progress.
    private var adder: Int?

    /// Adds procedures and all their dependencies, except those that are already known. If one of them cannot be added,
    /// nothing is added.
    ///
    /// - Returns: The index of each of `roots`.
    mutating func add(_ roots: [Description], _ joining: Joining) throws -> [Int] {
        let (first, firstEdge) = (nodes.count, edges.count)
        adder = joining.producer
        do {
            let found = try explore(roots, joining)
            if let producer = joining.producer { try refuseCycle(from: found, to: producer) }
            link(first..<nodes.count)
            append(Addition(joining, members: first..<nodes.count, roots: found))
            return found
        } catch {
            while nodes.count > first {
                indices.removeLast(of: nodes)
                nodes.removeLast()
            }
            edges.removeSubrange(firstEdge...)
            throw error
        }
    }

    private mutating func append(_ addition: Addition) {
        additions.append(addition)
        for root in addition.roots where addition.members.contains(root) {
            nodes[root].isRoot = true
        }
        guard let producer = addition.producer else { return }
        produced[producer, default: []].append(additions.count - 1)
        // The producer may ask for them again in a further attempt, until it ends.
        for root in addition.roots { nodes[root].readers += 1 }
    }

    /// Returns the procedure that produced another one or one of its dependents.
    func producer(of index: Int) -> Int? { additions[nodes[index].addition].producer }

    /// Returns the procedures that a procedure has produced, with everything that was added for them.
    func children(of producer: Int) -> [Int] {
        (produced[producer] ?? []).flatMap { additions[$0].members }
    }

    mutating func updateAddition<Result>(_ index: Int, _ change: (inout Addition) -> Result)
        -> Result
    {
        change(&additions[index])
    }

    private mutating func explore(_ roots: [Description], _ joining: Joining) throws -> [Int] {
        var unexplored: [Unexplored] = []
        return try roots.map { root in
            let root = Link(root, .success, isInput: false, after: nil)
            let index = try visit(root, from: nil, joining, &unexplored)
            while let next = unexplored.popLast() {
                edges[next.edge].dependency =
                    try visit(next.link, from: next.edge, joining, &unexplored)
            }
            return index
        }
    }

    /// Adds a procedure unless it is known. A known procedure must have the same description.
    private mutating func visit(
        _ link: Link,
        from edge: Int?,
        _ joining: Joining,
        _ unexplored: inout [Unexplored]
    ) throws -> Int {
        let known = indices.find(link.description.identity, in: nodes)
        guard let known else { return add(link, from: edge, joining, &unexplored) }
        guard nodes[known].description == link.description.number else {
            throw conflict(known, edge.map { edges[$0].dependent })
        }
        if let edge { try refuseDroppedOutput(of: known, edges[edge]) }
        return known
    }

    private mutating func add(
        _ link: Link,
        from edge: Int?,
        _ joining: Joining,
        _ unexplored: inout [Unexplored]
    ) -> Int {
        let index = nodes.count
        let (deadline, overall) = joining.deadlines(of: link.description.steps)
        if !link.description.steps.observers.isEmpty { isObserved = true }
        nodes.append(
            Node(
                identity: link.description.identity,
                description: link.description.number,
                foundFrom: edge.map { edges[$0].dependent },
                addition: additions.count,
                deadline: deadline,
                overall: overall,
                steps: link.description.steps,
                edges: addEdges(link.description.links, index, &unexplored)
            )
        )
        indices.insertLast(of: nodes)
        return index
    }

    private mutating func addEdges(
        _ links: Link?,
        _ dependent: Int,
        _ unexplored: inout [Unexplored]
    ) -> Range<Int> {
        let first = edges.count
        var next = links
        while let link = next {
            unexplored.append(Unexplored(link: link, edge: edges.count))
            edges.append(
                Edge(dependent: dependent, required: link.required, isInput: link.isInput)
            )
            next = link.previous
        }
        return first..<edges.count
    }

    /// Links the new procedures to the dependencies that they wait for.
    private mutating func link(_ added: Range<Int>) {
        for index in added {
            let edgesOfIt = nodes[index].edges
            for edge in edgesOfIt.reversed() {
                let dependency = edges[edge].dependency
                nodes[dependency].readers += 1
                guard !nodes[dependency].hasEnded else { continue }
                edges[edge].nextDependent = nodes[dependency].firstDependent
                nodes[dependency].firstDependent = edge
                nodes[index].waitsFor += 1
            }
        }
    }

    // MARK: Additions that are refused

    private func refuseDroppedOutput(of index: Int, _ edge: Edge) throws {
        guard edge.isInput, nodes[index].isOutputDropped else { return }
        throw OutputIsGone(procedure: nodes[index].identity.name)
    }

    private func conflict(_ known: Int, _ dependent: Int?) -> ConflictingDescriptions {
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

    /// Follows the waits of each procedure: its dependencies, and the procedures that it has produced.
    private func refuseCycle(from found: [Int], to producer: Int) throws(ProcedureCycle) {
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
        return (nodes[index].edges.map { edges[$0].dependency } + children(of: index)).filter {
            !nodes[$0].hasEnded
        }
    }
}
