/// Described containers.
struct DescribedContainers: ContainerProbe {
    let facts: DescribedFacts

    /// - Throws: ``MissingFact`` if no fact describes the container, unless the facts describe the whole host.
    func container(named name: ContainerName) throws -> FoundContainer {
        let (known, isWhole) = facts.read { ($0.containers[name.text], $0.isWhole) }
        guard known != nil || isWhole else {
            throw MissingFact("the container \(name.text)", in: "containers")
        }
        return known?.map { .one($0) } ?? .missing(nearest: nil)
    }
}
