/// A category in which a procedure must be alone, and where.
public struct Exclusion: Hashable, Sendable {
    /// `backup`, say: whatever all who take part call it.
    public let category: String
    /// Nil is the scope of the queue, which is this process unless the queue was told otherwise.
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
