import Synchronization

typealias ErasedWork =
    @Sendable (_ input: any Sendable, ProcedureContext) async throws -> any Sendable

/// All that was said of a procedure; a value, so that a modifier changes nothing but what it makes.
struct Description: Sendable {
    private static let count = Atomic<UInt64>(0)

    let identity: ProcedureIdentity
    /// Tells this description from every other, also from one that is gone.
    private(set) var number: UInt64
    private(set) var steps: Steps
    /// What it depends on.
    private(set) var links: Link?

    /// - Parameter gathers: Whether the work gets a list: the outputs of all its inputs.
    init(_ name: String, gathers: Bool = false, _ work: ErasedWork?) {
        identity = ProcedureIdentity(name: name)
        number = Self.nextNumber
        steps = Steps(work: work, gathers: gathers)
    }

    private static var nextNumber: UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

    mutating func add(_ condition: any Condition, within limit: Duration?) {
        steps.add(condition, within: limit)
        number = Self.nextNumber
    }

    mutating func change(_ change: (inout Steps) -> Void) {
        change(&steps)
        number = Self.nextNumber
    }

    mutating func link(to other: Description, _ required: RequiredOutcome, isInput: Bool = false) {
        links = Link(other, required, isInput: isInput, after: links)
        number = Self.nextNumber
    }
}

extension Description {
    fileprivate mutating func takeLinks() -> Link? { links.take() }
}

/// One that a procedure depends on, and those that were named before.
///
/// A list, of which descriptions share the beginning: to add one costs the same however many there are.
final class Link: Sendable {
    let required: RequiredOutcome
    let isInput: Bool
    // INVARIANT: changed only in a `deinit`: its own, or that of the one link which still has it.
    nonisolated(unsafe) private var other: Description
    nonisolated(unsafe) private var earlier: Link?

    // SAFETY: who has a link keeps it, so that no `deinit` changes what is read.
    var description: Description { unsafe other }
    var previous: Link? { unsafe earlier }

    init(_ other: Description, _ required: RequiredOutcome, isInput: Bool, after earlier: Link?) {
        self.required = required
        self.isInput = isInput
        unsafe self.other = other
        unsafe self.earlier = earlier
    }

    deinit {
        // One after another: if each released the next, a chain of 100,000 would overflow the stack.
        var released: [Link] = []
        var next = pop(&released)
        while var link = next.take() {
            next = isKnownUniquelyReferenced(&link) ? link.pop(&released) : released.popLast()
        }
    }

    /// Takes what it links to, leaving one of the two for later.
    private func pop(_ released: inout [Link]) -> Link? {
        // SAFETY: nobody else has this link.
        let (links, previous) = unsafe (other.takeLinks(), earlier.take())
        guard let links else { return previous ?? released.popLast() }
        if let previous { released.append(previous) }
        return links
    }
}
