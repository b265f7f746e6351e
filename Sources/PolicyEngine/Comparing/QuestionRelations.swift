package import Capabilities

/// What is known of the answers to questions about one host, beyond what each says.
package struct QuestionRelations: Sendable {
    /// A question, and whether it is answered by a yes or a no.
    package struct Answer {
        package let question: any Capability
        package let isGranted: Bool

        package init(_ question: any Capability, isGranted: Bool) {
            self.question = question
            self.isGranted = isGranted
        }
    }

    /// What is authorized wherever a capability is.
    let implied: @Sendable (any Capability) -> [any Capability]
    /// What is not denied wherever a capability is authorized; it may have no answer then.
    let presupposed: @Sendable (any Capability) -> [any Capability]
    /// Whether no host ever says yes.
    let isNeverGranted: @Sendable (any Capability) -> Bool
    /// Whether some host is sure to answer so.
    let isPossible: @Sendable (Answer) -> Bool
    /// Whether some host is sure to answer two questions so, each of which may be answered so.
    let arePossible: @Sendable (Answer, Answer) -> Bool

    package init(
        implied: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        presupposed: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        isNeverGranted: @escaping @Sendable (any Capability) -> Bool = { _ in false },
        isPossible: @escaping @Sendable (Answer) -> Bool = { _ in true },
        arePossible: @escaping @Sendable (Answer, Answer) -> Bool = { _, _ in true }
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
