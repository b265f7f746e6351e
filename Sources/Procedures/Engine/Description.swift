import Synchronization

typealias ErasedWork =
    @Sendable (_ input: any Sendable, ProcedureContext) async throws -> any Sendable

/// The full definition of a procedure. It is a value, so a modifier changes only its own result.
struct Description: Sendable {
    private static let count = Atomic<UInt64>(0)

    let identity: ProcedureIdentity
    /// Distinguishes this description from every other, including released ones.
    private(set) var number: UInt64
    private(set) var steps: Steps
    /// The dependencies.
    private(set) var links: Link?

    /// - Parameters:
    ///   - family: As ``ProcedureIdentity/family``; nil for the whole name.
    ///   - gathers: True if the work takes a list of the outputs of all its inputs.
    init(_ name: String, family: String? = nil, gathers: Bool = false, _ work: ErasedWork?) {
        identity = ProcedureIdentity(name: name, family: family)
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

/// A dependency of a procedure, and the dependencies that were named before.
///
/// Descriptions share the beginning of this list, so to add a dependency costs the same at any length.
final class Link: Sendable {
    let required: RequiredOutcome
    let isInput: Bool
    // INVARIANT: changed only in a `deinit`: its own, or that of the one link which still has it.
    nonisolated(unsafe) private var other: Description
    nonisolated(unsafe) private var earlier: Link?

    // SAFETY: the reader retains the link, so no `deinit` changes these fields during the read.
    var description: Description { unsafe other }
    var previous: Link? { unsafe earlier }

    init(_ other: Description, _ required: RequiredOutcome, isInput: Bool, after earlier: Link?) {
        self.required = required
        self.isInput = isInput
        unsafe self.other = other
        unsafe self.earlier = earlier
    }

    deinit {
        // Iterative: if each link released the next, a chain of 100,000 would overflow the stack.
        var released: [Link] = []
        var next = pop(&released)
        while var link = next.take() {
            next = isKnownUniquelyReferenced(&link) ? link.pop(&released) : released.popLast()
        }
    }

    /// Takes both references of a link, and leaves one of the two for later.
    private func pop(_ released: inout [Link]) -> Link? {
        // SAFETY: no other reference to this link exists.
        let (links, previous) = unsafe (other.takeLinks(), earlier.take())
        guard let links else { return previous ?? released.popLast() }
        if let previous { released.append(previous) }
        return links
    }
}
