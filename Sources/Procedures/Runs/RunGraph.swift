/// The procedures of one run, each once, in the order in which they were found: every procedure's
/// dependencies in the order written, with all that they depend on.
struct RunGraph {
    private struct Unexplored {
        let description: Description
        let dependency: RunSteps.Dependency?
        let dependent: Int?
    }

    private(set) var additions: [Addition] = []
    var nodes: [Node] = []
    /// Whether any of them has observers.
    private(set) var isObserved = false
    private var indices: [UInt64: Int] = [:]
    /// The additions of each procedure that produced any.
    private(set) var produced: [Int: [Int]] = [:]
    /// Who produced what is being added.
    var adder: Int?

    /// Adds procedures and all that they depend on, each unless it is known; all or, where that cannot
    /// be, nothing.
    ///
    /// - Returns: Where each of `roots` is.
    mutating func add(
        _ roots: [Description],
        by producer: Int?,
        width: Int,
        failsFast: Bool,
        standard: Deadlines,
        now: Nanoseconds
    ) throws -> [Int] {
        let first = nodes.count
        adder = producer
        do {
            let found = try explore(roots, in: additions.count, standard: standard, now: now)
            if let producer { try refuseCycle(from: found, to: producer) }
            link(first..<nodes.count)
            append(found, first..<nodes.count, producer, width, failsFast)
            return found
        } catch {
            for node in nodes[first...] { indices[node.identity.number] = nil }
            nodes.removeSubrange(first...)
            throw error
        }
    }

    private mutating func append(
        _ found: [Int],
        _ members: Range<Int>,
        _ producer: Int?,
        _ width: Int,
        _ failsFast: Bool
    ) {
        let roots = Set(found)
        additions.append(
            Addition(
                producer: producer,
                width: width,
                failsFast: failsFast,
                members: members,
                roots: roots
            )
        )
        guard let producer else { return }
        produced[producer, default: []].append(additions.count - 1)
        // The producer may ask for them again, in a further attempt, until it ends.
        for root in roots { nodes[root].readers += 1 }
    }

    mutating func updateAddition<Result>(_ index: Int, _ change: (inout Addition) -> Result)
        -> Result
    {
        change(&additions[index])
    }

    private mutating func explore(
        _ roots: [Description],
        in addition: Int,
        standard: Deadlines,
        now: Nanoseconds
    ) throws -> [Int] {
        var found: [Int] = []
        for root in roots {
            var unexplored = [Unexplored(description: root, dependency: nil, dependent: nil)]
            while let next = unexplored.popLast() {
                let known = indices[next.description.identity.number]
                let index = known ?? nodes.count
                if known == nil { unexplored += add(next, addition, standard, now).reversed() }
                if !(try connect(next, index)) { found.append(index) }
            }
        }
        return found
    }

    /// Notes what led to a procedure.
    ///
    /// - Returns: false where nothing did: it was run or produced.
    private mutating func connect(_ found: Unexplored, _ index: Int) throws -> Bool {
        guard nodes[index].description == found.description.number else {
            throw conflict(index, found.dependent)
        }
        guard let dependent = found.dependent, let dependency = found.dependency else {
            return false
        }
        try refuseDroppedOutput(of: index, dependency)
        nodes[dependent].edges.append(
            Node.Edge(
                dependency: index,
                required: dependency.required,
                isInput: dependency.isInput
            )
        )
        return true
    }

    /// Adds a procedure, and answers what it depends on in the order written.
    private mutating func add(
        _ found: Unexplored,
        _ addition: Int,
        _ standard: Deadlines,
        _ now: Nanoseconds
    ) -> [Unexplored] {
        let index = nodes.count
        let (steps, dependencies) = RunSteps.gathered(from: found.description)
        let limits = steps.options == nil ? standard : steps.deadlines(from: standard)
        if !steps.observers.isEmpty { isObserved = true }
        let overall = limits.overall.map { Nanoseconds(clamping: $0).after(now) } ?? .never
        indices[found.description.identity.number] = index
        nodes.append(
            Node(
                identity: found.description.identity,
                description: found.description.number,
                foundFrom: found.dependent,
                addition: addition,
                deadline: min(Nanoseconds(clamping: limits.dependencies).after(now), overall),
                overall: overall,
                steps: steps
            )
        )
        return dependencies.map {
            Unexplored(description: $0.description, dependency: $0, dependent: index)
        }
    }

    /// Lets what was found wait for what it depends on.
    private mutating func link(_ added: Range<Int>) {
        for index in added {
            for edge in nodes[index].edges {
                nodes[edge.dependency].readers += 1
                guard !nodes[edge.dependency].hasEnded else { continue }
                nodes[edge.dependency].dependents.append(index)
                nodes[index].waitsFor += 1
            }
        }
    }
}
