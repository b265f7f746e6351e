/// Described containers.
struct DescribedContainers: ContainerProbe {
    let facts: DescribedFacts

    /// - Throws: ``MissingFact`` if no fact describes the container, unless the facts describe the whole host.
    func container(named name: ContainerName) throws -> FoundContainer {
        let (known, isWhole) = facts.read { ($0.containers[name.text], $0.isWhole) }
        if let known { return .one(known) }
        guard isWhole else { throw MissingFact("the container \(name.text)") }
        return .missing(nearest: nil)
    }
}
