import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport

/// A host that a test file describes, for questions by a policy.
struct DescribedTestHost {
    private let folder: TemporaryFolder
    private let facts: String

    /// - Parameter facts: The lines below `given:`.
    init(_ facts: String) throws {
        folder = try TemporaryFolder()
        self.facts = facts
    }

    /// Returns the outcome and the code of the deciding reason for each requirement, which is written without braces.
    func answers(_ requirements: String...) async throws -> [String] {
        let list = requirements.map { "  - { \($0) }\n" }.joined()
        try folder.file("p.yaml", "warrant: 1\nname: p\nrequire:\n\(list)")
        let indented = facts.split(separator: "\n").map { "  \($0)\n" }.joined()
        let given = indented.isEmpty ? "" : "given:\n\(indented)"
        let path = try folder.file(
            "p.test.yaml",
            "warrant: 1\n\(given)cases: [{ case: c, expect: holds }, { case: d, expect: holds }]\n"
        )
        let tested = try await PolicyTest(path: path).run()
        return tested[0].findings.map { finding in
            ([finding.outcome.rawValue] + [finding.code].compactMap(\.self)).joined(separator: " ")
        }
    }

    /// Returns the problems in the facts, each without its file.
    func complaints() async throws -> [String] {
        do {
            _ = try await answers("read: /x")
            return []
        } catch let error as Diagnostics {
            return error.all.map { "\($0)".replacing("\(folder.path)/p.test.yaml:", with: "") }
        }
    }
}
