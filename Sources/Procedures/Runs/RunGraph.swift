/// The procedures of one run, each once, as they are found from the root: every procedure's
/// dependencies in the order written, with all that they depend on.
struct RunGraph {
    struct Edge {
        let dependency: Int
        let required: RequiredOutcome
    }

    struct Node {
        let description: Description
        /// The one that led here first; nil for the root.
        let foundFrom: Int?
        /// Taken when the procedure starts, so that nothing is held longer than it is needed.
        var steps: RunSteps
        var edges: [Edge] = []
        var dependents: [Int] = []
    }

    private struct Unexplored {
        let description: Description
        let required: RequiredOutcome
        let dependent: Int?
    }

    private(set) var nodes: [Node] = []
    private var indices: [ProcedureIdentity: Int] = [:]

    init(root: Description) throws(ConflictingDescriptions) {
        var unexplored = [Unexplored(description: root, required: .success, dependent: nil)]
        while let next = unexplored.popLast() {
            let known = indices[next.description.identity]
            let index = known ?? nodes.count
            if let known {
                guard nodes[known].description === next.description else {
                    throw conflict(known, next.dependent)
                }
            } else {
                unexplored += add(next).reversed()
            }
            if let dependent = next.dependent {
                nodes[dependent].edges.append(Edge(dependency: index, required: next.required))
                nodes[index].dependents.append(dependent)
            }
        }
    }

    /// Adds a procedure, and answers what it depends on in the order written.
    private mutating func add(_ found: Unexplored) -> [Unexplored] {
        let index = nodes.count
        let (steps, dependencies) = RunSteps.gathered(from: found.description)
        indices[found.description.identity] = index
        nodes.append(
            Node(description: found.description, foundFrom: found.dependent, steps: steps)
        )
        return dependencies.map {
            Unexplored(description: $0.description, required: $0.required, dependent: index)
        }
    }

    mutating func takeSteps(of index: Int) -> RunSteps {
        defer { nodes[index].steps = RunSteps() }
        return nodes[index].steps
    }

    private func conflict(_ known: Int, _ dependent: Int?) -> ConflictingDescriptions {
        let name = nodes[known].description.identity.name
        return ConflictingDescriptions(
            procedure: name,
            path: path(to: known),
            otherPath: (dependent.map(path(to:)) ?? []) + [name]
        )
    }

    private func path(to index: Int) -> [String] {
        let way = sequence(first: index) { nodes[$0].foundFrom }
        return way.map { nodes[$0].description.identity.name }.reversed()
    }
}
