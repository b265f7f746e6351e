import Text

/// A procedure that was produced takes the output of one whose output nobody keeps any more.
public struct OutputIsGone: Error, Hashable, Sendable {
    /// The one that has ended.
    public let procedure: String
}

extension OutputIsGone: CustomStringConvertible {
    public var description: String {
        """
        the output of `\(procedure)` was released, because every procedure that depended on it has ended; \
        make the producer depend on it too
        """.onOneLine
    }
}
