package import Capabilities
package import Questions

/// Known relations between the answers of one host to different questions.
package struct QuestionRelations: Sendable {
    /// Returns the capabilities that are authorized wherever a capability is. Where one of them is denied, so is it.
    let implied: @Sendable (any Capability) -> [any Capability]
    /// Returns the capabilities that have the same answer wherever a capability has one.
    let settled: @Sendable (any Capability) -> [any Capability]
    /// Returns the capabilities that are not denied wherever a capability is authorized. They may be undetermined
    /// there.
    let presupposed: @Sendable (any Capability) -> [any Capability]
    /// Returns whether no host ever authorizes a capability.
    let isNeverGranted: @Sendable (any Capability) -> Bool
    /// Returns whether some host certainly gives an answer.
    let isPossible: @Sendable (Relations.Answer) -> Bool
    /// Returns whether some host certainly gives both of two answers, each of which is possible alone.
    let arePossible: @Sendable (Relations.Answer, Relations.Answer) -> Bool

    package init(
        implied: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        settled: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        presupposed: @escaping @Sendable (any Capability) -> [any Capability] = { _ in [] },
        isNeverGranted: @escaping @Sendable (any Capability) -> Bool = { _ in false },
        isPossible: @escaping @Sendable (Relations.Answer) -> Bool = { _ in true },
        arePossible: @escaping @Sendable (Relations.Answer, Relations.Answer) -> Bool = { _, _ in
            true
        }
    ) {
        self.implied = implied
        self.settled = settled
        self.presupposed = presupposed
        self.isNeverGranted = isNeverGranted
        self.isPossible = isPossible
        self.arePossible = arePossible
    }

    /// Returns all capabilities that a capability implies, directly or indirectly, without itself.
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
    /// The relations between the words of Linux; docs/reading-policies.md lists them.
    package static let linux = QuestionRelations(.linux)

    /// Takes the relations from a table of words.
    package init(_ table: WordTable) {
        self.init(
            implied: { table.implied(by: $0) },
            settled: { table.settled(by: $0) },
            presupposed: { table.presupposed(by: $0) },
            isNeverGranted: { table.isNeverGranted($0) },
            isPossible: { table.isPossible($0) },
            arePossible: { table.arePossible($0, $1) }
        )
    }
}
