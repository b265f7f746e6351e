/// A category, or what an ancestor that holds it divides up among its descendants.
struct ExclusionKey: Hashable, Sendable {
    let category: String
    let ancestor: ObjectIdentifier?
}

/// A procedure's request to be alone in some categories of one scope.
public final class ExclusionRequest: Sendable {
    enum Answer: Sendable {
        case granted
        case failed(Reason)
    }

    /// In the order of their names, each once; never empty.
    public let categories: [String]
    /// Where it is in line for each of them.
    let keys: [ExclusionKey]
    /// The name of the procedure that asks.
    public let procedure: String
    /// The request of the procedure inside which this one runs, in the same scope.
    ///
    /// What an ancestor holds, its descendants do not wait for, but they exclude one another: they are
    /// in line for the category as it is divided up within the ancestor.
    public let parent: ExclusionRequest?
    /// How urgent the procedure was when it asked.
    public let priority: TaskPriority

    private let answer = Ending<Answer>()
    private let escalation: @Sendable (TaskPriority) -> Void

    package init(
        _ categories: Set<String>,
        for procedure: String,
        inside parent: ExclusionRequest? = nil,
        priority: TaskPriority = .medium,
        escalate: @escaping @Sendable (TaskPriority) -> Void = { _ in }
    ) {
        self.categories = categories.sorted()
        keys = self.categories.map { category in
            let ancestor = parent?.holder(of: category)
            return ExclusionKey(category: category, ancestor: ancestor.map { ObjectIdentifier($0) })
        }
        self.procedure = procedure
        self.parent = parent
        self.priority = priority
        escalation = escalate
    }

    /// The nearest ancestor that asked for `category`, and so holds it.
    public func ancestor(holding category: String) -> ExclusionRequest? {
        parent?.holder(of: category)
    }

    /// The nearest that asked for `category`: this one or an ancestor.
    private func holder(of category: String) -> ExclusionRequest? {
        var next: ExclusionRequest? = self
        while let request = next {
            if request.categories.contains(category) { return request }
            next = request.parent
        }
        return nil
    }

    /// Lets the procedure go on, now that it is alone in all its categories.
    public func grant() { answer.settle(.granted) }

    /// Refuses the procedure: whether it would be alone cannot be known, and `reason` says why.
    public func fail(_ reason: Reason) { answer.settle(.failed(reason)) }

    /// Makes the procedure, which holds its categories, as urgent as one that waits for it.
    public func escalate(to priority: TaskPriority) { escalation(priority) }

    /// Whether it was granted, for scopes that are made of others.
    package var isGranted: Bool { if case .granted = answer.value { true } else { false } }

    package var failure: Reason? {
        if case .failed(let reason) = answer.value { reason } else { nil }
    }

    /// The answer, where there is one already.
    var early: Answer? { answer.value }

    package func whenAnswered(_ tell: @escaping @Sendable () -> Void) { answer.whenSettled(tell) }
}
