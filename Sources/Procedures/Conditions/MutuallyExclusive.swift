/// Keeps procedures that share a category from executing at the same time.
///
/// Always satisfied: the procedure starts, and waits for its turn after all its conditions. First come,
/// first served, in no slot of the queue; what a procedure runs inside itself re-enters.
public struct MutuallyExclusive: Condition {
    public let exclusions: Set<Exclusion>
    private let categories: [String]

    /// - Parameter others: All are taken at once.
    public init(_ category: String, _ others: String...) { self.init([category] + others, in: nil) }

    /// - Parameter scope: `.process` for every queue of this process; `.host`, of the module that knows
    ///   Linux, for every process of the host.
    public init(_ category: String, _ others: String..., in scope: some ExclusionScope) {
        self.init([category] + others, in: scope)
    }

    private init(_ categories: [String], in scope: (any ExclusionScope)?) {
        self.categories = categories
        exclusions = Set(categories.map { Exclusion($0, in: scope) })
    }

    public var name: String { "alone in \(categories.joined(separator: ", "))" }

    public func evaluate(in context: ConditionContext) async -> ConditionResult { .satisfied }
}
