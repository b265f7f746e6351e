import Text

/// An error of a produced procedure whose input was released before it was produced.
public struct OutputIsGone: Error, Hashable, Sendable {
    /// The name of the procedure whose output was released.
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
