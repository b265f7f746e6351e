import Text

/// A run came upon two different descriptions of one procedure, and ran nothing of what was added.
public struct ConflictingDescriptions: Error, Hashable, Sendable {
    /// The name of the procedure that has two.
    public let procedure: String
    /// The names from the procedure that was run to one of the descriptions.
    public let path: [String]
    /// The names from the procedure that was run to the other.
    public let otherPath: [String]
}

extension ConflictingDescriptions: CustomStringConvertible {
    public var description: String {
        """
        `\(procedure)` has two descriptions in one run, \(arrows(path)) and \
        \(arrows(otherPath)); modify it first, and make all procedures depend on the result
        """.onOneLine
    }
}

/// What a procedure produced would wait, in the end, for that procedure itself; nothing was added.
public struct ProcedureCycle: Error, Hashable, Sendable {
    /// The names from the producer around to the producer again, each waiting for the next.
    public let path: [String]
}

extension ProcedureCycle: CustomStringConvertible {
    public var description: String {
        """
        `\(path.first ?? "")` would wait for itself, \(arrows(path)); produce only procedures that \
        do not depend on their producer
        """.onOneLine
    }
}

/// The ends of a path tell it apart; a long one is cut in the middle.
private func arrows(_ path: [String]) -> String {
    var names = path.map { "`\($0)`" }
    if names.count > 8 { names.replaceSubrange(4..<names.count - 4, with: ["…"]) }
    return names.joined(separator: " → ")
}
