/// A category, or the part of it that an ancestor holds and shares among its descendants.
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

    /// The categories, sorted by name and without duplicates. Never empty.
    public let categories: [String]
    /// The key of its line for each of them.
    let keys: [ExclusionKey]
    /// The name of the requesting procedure.
    public let procedure: String
    /// The request, in the same scope, of the procedure inside which this one runs.
    ///
    /// Descendants do not wait for a category that an ancestor holds, but they exclude one another: they wait in a line
    /// of that category within the ancestor.
    public let parent: ExclusionRequest?
    /// The priority of the procedure at the time of the request.
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

    /// Returns the nearest ancestor that requested `category`, and so holds it.
    public func ancestor(holding category: String) -> ExclusionRequest? {
        parent?.holder(of: category)
    }

    /// Returns the nearest request for `category`: this one or an ancestor.
    private func holder(of category: String) -> ExclusionRequest? {
        var next: ExclusionRequest? = self
        while let request = next {
            if request.categories.contains(category) { return request }
            next = request.parent
        }
        return nil
    }

    /// Lets the procedure continue, since it is now alone in all its categories.
    public func grant() { answer.settle(.granted) }

    /// Refuses the procedure because exclusion cannot be determined. `reason` says why.
    public func fail(_ reason: Reason) { answer.settle(.failed(reason)) }

    /// Raises the priority of the procedure, which holds its categories, to that of a waiting one.
    public func escalate(to priority: TaskPriority) { escalation(priority) }

    /// True if the request was granted. Scopes that are composed of others read it.
    package var isGranted: Bool { if case .granted = answer.value { true } else { false } }

    package var failure: Reason? {
        if case .failed(let reason) = answer.value { reason } else { nil }
    }

    /// The answer, if there is one already.
    var early: Answer? { answer.value }

    package func whenAnswered(_ tell: @escaping @Sendable () -> Void) { answer.whenSettled(tell) }
}
