import Text

/// An error of a run that finds two different descriptions of one procedure. No part of the addition runs.
public struct ConflictingDescriptions: Error, Hashable, Sendable {
    /// The name of the procedure with two descriptions.
    public let procedure: String
    /// The names from the procedure that was run to the first description.
    public let path: [String]
    /// The names from the procedure that was run to the second description.
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

/// An error of a procedure that would wait for itself through the procedures that it produces. Nothing was added.
public struct ProcedureCycle: Error, Hashable, Sendable {
    /// The names from the producer around to the producer, each waiting for the next.
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

/// Joins names with arrows. A long path is cut in the middle, since its ends identify it.
private func arrows(_ path: [String]) -> String {
    var names = path.map { "`\($0)`" }
    if names.count > 8 { names.replaceSubrange(4..<names.count - 4, with: ["…"]) }
    return names.joined(separator: " → ")
}
