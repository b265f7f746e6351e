/// A category in which a procedure must be alone, with its scope.
public struct Exclusion: Hashable, Sendable {
    /// The name that all participants use, such as `backup`.
    public let category: String
    /// Nil is the scope of the queue: this process by default.
    let scope: (any ExclusionScope)?

    public init(_ category: String, in scope: (any ExclusionScope)? = nil) {
        self.category = category
        self.scope = scope
    }

    public static func == (one: Self, other: Self) -> Bool {
        one.category == other.category && one.scope === other.scope
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(category)
        hasher.combine(scope.map { ObjectIdentifier($0) })
    }
}
