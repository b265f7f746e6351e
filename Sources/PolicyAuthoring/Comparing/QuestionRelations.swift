package import Capabilities
package import Questions

/// What is known of the answers to questions about one host, beyond what each says.
package struct QuestionRelations: Sendable {
    /// What is authorized wherever a capability is.
    let implied: @Sendable (any Capability) -> [any Capability]
    /// What is not denied wherever a capability is authorized; it may have no answer then.
    let presupposed: @Sendable (any Capability) -> [any Capability]
    /// Whether no host ever says yes.
    let isNeverGranted: @Sendable (any Capability) -> Bool
    /// Whether some host is sure to answer so.
    let isPossible: @Sendable (Relations.Answer) -> Bool
    /// Whether some host is sure to answer two questions so, each of which may be answered so.
    let arePossible: @Sendable (Relations.Answer, Relations.Answer) -> Bool

    package init(
        implied: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        presupposed: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        isNeverGranted: @escaping @Sendable (any Capability) -> Bool = { _ in false },
        isPossible: @escaping @Sendable (Relations.Answer) -> Bool = { _ in true },
        arePossible: @escaping @Sendable (Relations.Answer, Relations.Answer) -> Bool = { _, _ in
            true
        }
    ) {
        self.implied = implied
        self.presupposed = presupposed
        self.isNeverGranted = isNeverGranted
        self.isPossible = isPossible
        self.arePossible = arePossible
    }

    /// All that is implied in turn, itself left out.
    func closure(of capability: any Capability) -> [any Capability] {
        var seen: Set<AnyHashable> = [AnyHashable(capability)]
        var found: [any Capability] = []
        var next = implied(capability)
        while let one = next.popLast() {
            guard seen.insert(AnyHashable(one)).inserted else { continue }
            found.append(one)
            next += implied(one)
        }
        return found
    }
}

extension QuestionRelations {
    /// What is known of the words of Linux; docs/reading-policies.md lists it.
    package static let linux = QuestionRelations(.linux)

    /// What is known of the words of a table.
    package init(_ table: WordTable) {
        self.init(
            implied: { table.implied(by: $0) },
            presupposed: { table.presupposed(by: $0) },
            isNeverGranted: { table.isNeverGranted($0) },
            isPossible: { table.isPossible($0) },
            arePossible: { table.arePossible($0, $1) }
        )
    }
}
