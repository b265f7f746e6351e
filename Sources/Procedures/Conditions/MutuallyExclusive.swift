/// Keeps procedures that share a category from executing at the same time.
///
/// The condition is always satisfied. After all its conditions the procedure waits for its turn, without a slot of the
/// queue. Turns are first come, first served. A procedure that runs inside another one enters the categories of that
/// one again.
public struct MutuallyExclusive: Condition {
    public let exclusions: Set<Exclusion>
    private let categories: [String]

    /// - Parameter others: Further categories. All are taken at once.
    public init(_ category: String, _ others: String...) { self.init([category] + others, in: nil) }

    /// - Parameter scope: `.process` covers every queue of this process. `.host`, from the module for Linux, covers
    ///   every process of the host.
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
