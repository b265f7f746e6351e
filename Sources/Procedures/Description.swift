import Synchronization

typealias Work = @Sendable (_ input: any Sendable) async throws -> any Sendable

/// One step in the making of a procedure, on top of the steps before it.
///
/// Steps share what came before, so that each modifier costs the same however many there were.
final class Description: Sendable {
    enum Step: Sendable {
        /// The first step of all. Where it has a link to a dependency, that gives the input.
        case work(Work)
        case condition(any Condition, within: Duration)
        case observer(any Observer)
        /// The dependency itself is in the links.
        case dependency(RequiredOutcome)
    }

    private struct Links {
        var previous: Description?
        var dependency: Description?

        mutating func take() -> [Description] {
            defer { self = Links() }
            return [previous, dependency].compactMap(\.self)
        }
    }

    let identity: ProcedureIdentity
    let step: Step
    /// Changed by `deinit` alone.
    private let links: Mutex<Links>

    var previous: Description? { links.withLock { $0.previous } }
    var dependency: Description? { links.withLock { $0.dependency } }

    init(_ name: String, input: Description? = nil, _ work: @escaping Work) {
        identity = ProcedureIdentity(name: name)
        step = .work(work)
        links = Mutex(Links(dependency: input))
    }

    private init(_ previous: Description, _ step: Step, on dependency: Description?) {
        identity = previous.identity
        self.step = step
        links = Mutex(Links(previous: previous, dependency: dependency))
    }

    func adding(_ step: Step, on dependency: Description? = nil) -> Description {
        Description(self, step, on: dependency)
    }

    deinit {
        // One after another: if each released the next, a chain of 100,000 would overflow the stack.
        var released = links.withLock { $0.take() }
        while var next = released.popLast() {
            guard isKnownUniquelyReferenced(&next) else { continue }
            released += next.links.withLock { $0.take() }
        }
    }
}
