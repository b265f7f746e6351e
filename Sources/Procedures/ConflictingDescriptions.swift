/// A run came upon two different descriptions of one procedure, and ran nothing.
public struct ConflictingDescriptions: Error, Hashable, Sendable {
    public let procedure: String
    /// The names from the procedure that was run to one of the descriptions.
    public let path: [String]
    /// The names from the procedure that was run to the other.
    public let otherPath: [String]
}

extension ConflictingDescriptions: CustomStringConvertible {
    public var description: String {
        """
        `\(procedure)` has two descriptions in one run, \(Self.arrows(path)) and \
        \(Self.arrows(otherPath)); modify it first, then let all depend on the result
        """.onOneLine
    }

    /// The ends of a path tell it apart; a long one is cut in the middle.
    private static func arrows(_ path: [String]) -> String {
        var names = path.map { "`\($0)`" }
        if names.count > 8 { names.replaceSubrange(4..<names.count - 4, with: ["…"]) }
        return names.joined(separator: " → ")
    }
}
