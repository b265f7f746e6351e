import Synchronization

typealias ErasedWork =
    @Sendable (_ input: any Sendable, ProcedureContext) async throws -> any Sendable

/// One step in the making of a procedure, on top of the steps before it.
///
/// Steps share what came before, so that each modifier costs the same however many there were.
final class Description: Sendable {
    enum Step: Sendable {
        /// The first step of all. Where it has a link to a dependency, that gives the input.
        case work(ErasedWork)
        /// The first step of all, for work that gets a list: the outputs of all `input` steps.
        case gathering(ErasedWork)
        /// The first step of all, for work that gets how its dependency ended, whatever that was.
        case reporting(ErasedWork)
        /// One more input; the dependency itself is in the links.
        case input
        case condition(any Condition, within: Duration?)
        case observer(any Observer)
        /// The dependency itself is in the links.
        case dependency(RequiredOutcome)
        case option(@Sendable (inout RunOptions) -> Void)
    }

    private static let count = Atomic<UInt64>(0)

    let identity: ProcedureIdentity
    let step: Step
    /// Tells this description from every other, also from one that is gone.
    let number = Description.count.wrappingAdd(1, ordering: .relaxed).newValue
    // INVARIANT: changed only in a `deinit`: its own, or that of the one description which still has it.
    nonisolated(unsafe) private var links: (previous: Description?, dependency: Description?)

    // SAFETY: who has a description keeps it, so that no `deinit` changes what is read.
    var previous: Description? { unsafe links.previous }
    var dependency: Description? { unsafe links.dependency }

    var isCondition: Bool { if case .condition = step { true } else { false } }

    init(_ name: String, _ work: Step, input: Description? = nil) {
        identity = ProcedureIdentity(name: name)
        step = work
        unsafe links = (nil, input)
    }

    private init(_ previous: Description, _ step: Step, on dependency: Description?) {
        identity = previous.identity
        self.step = step
        unsafe links = (previous, dependency)
    }

    func adding(_ step: Step, on dependency: Description? = nil) -> Description {
        Description(self, step, on: dependency)
    }

    deinit {
        // One after another: if each released the next, a chain of 100,000 would overflow the stack.
        var released: [Description] = []
        // SAFETY: nobody else has this description, nor those that are uniquely referenced here.
        var next = unsafe Self.pop(&links, &released)
        while var description = next.take() {
            next =
                isKnownUniquelyReferenced(&description)
                ? unsafe Self.pop(&description.links, &released) : released.popLast()
        }
    }

    /// Takes one link, and leaves the other for later.
    private static func pop(
        _ links: inout (previous: Description?, dependency: Description?),
        _ released: inout [Description]
    ) -> Description? {
        if let dependency = links.dependency.take() {
            guard let previous = links.previous.take() else { return dependency }
            released.append(dependency)
            return previous
        }
        return links.previous.take() ?? released.popLast()
    }
}
