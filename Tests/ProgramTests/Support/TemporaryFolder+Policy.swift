import TestSupport
import Testing

extension TemporaryFolder {
    /// Writes a policy named `policy` with these requirements, each written as a flow mapping without braces.
    func policy(_ requirements: String..., in name: String = "policy.yaml") throws {
        let list = requirements.map { "  - { \($0) }\n" }.joined()
        try file(name, "warrant: 1\nname: policy\nrequire:\n" + list)
    }

    /// Checks a policy with one requirement, and expects the report to begin with these lines.
    ///
    /// The tests of file access cover the path listing that follows a denial.
    func expect(
        _ requirement: String,
        by caller: Caller = .root,
        _ status: Int,
        _ lines: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try policy(requirement)
        let ended = try await warrant("check", "policy.yaml", by: caller)
        #expect(ended.status == status, sourceLocation: sourceLocation)
        let expected = lines.split(separator: "\n")
        let found = ended.findings.prefix(expected.count)
        #expect(Array(found) == expected, sourceLocation: sourceLocation)
    }
}

/// Returns the lines of a requirement in a report. The message is on the same line if it fits and the title has at most
/// 38 characters.
func finding(_ status: Int, _ title: String, _ message: String) -> String {
    let line = "  \(["✓", "✗", "?"][status]) \(title)"
    guard !message.isEmpty else { return line }
    guard title.count <= 38, line.count + 3 + message.count <= 80 else {
        return "\(line)\n      \(message)"
    }
    return "\(line)   \(message)"
}
