import LinuxCapabilities
package import PolicyEngine
import PolicyLanguage

/// What a check of this host looked at, as a test of the policy.
package struct RecordedTest: Sendable {
    /// The test file.
    package let text: String
    /// What the check found.
    package let report: PolicyReport
    /// Where the test would find something else, since the facts have no word for the cause.
    package let mismatches: [TestedCase.Mismatch]
    /// What was overridden by the caller.
    package let warnings: [Diagnostic]

    /// Checks the policy on this host, and keeps what was looked at: no contents of files but the machine's id, and no
    /// environment.
    ///
    /// - Parameter allowWritable: Whether a policy that others could write is checked all the same.
    /// - Throws: ``Diagnostics``, ``UnreadablePolicy``.
    package init(
        policy path: String,
        settings: [String: String] = [:],
        allowWritable: Bool = false
    ) async throws {
        var reader = PolicyReader(vocabulary: Catalogue<Subject>.linux.vocabulary)
        let given = settings.mapValues { Setting($0) }
        let syntax = try reader.policy(at: path, setting: given, areShared: false)
        let recorder = HostRecorder()
        let policy = try Policy(syntax, on: recorder.host)
        warnings = try reader.warnings(of: policy, allowWritable: allowWritable)
        report = await policy.check()
        let facts = try await recorder.facts()
        text = Self.text(report, facts, path, settings)
        let told = try Self.told(text)
        let report = try await Policy(syntax, on: .inMemory(told.facts)).check()
        mismatches = try TestedCase(told.tested, report).mismatches
    }

    /// Read back as anybody would read it.
    private static func told(_ text: String) throws -> (tested: TestCaseSyntax, facts: HostFacts) {
        let root = try YAMLTree.parse(Array(text.utf8), file: "the record")
        let tested = try TestSyntax.parse(root).cases[0]
        let reader = FactReader()
        if let given = tested.given { reader.read(given) }
        if let found = reader.problems.found { throw found }
        return (tested, reader.facts)
    }

    private static func text(
        _ report: PolicyReport,
        _ facts: HostFacts,
        _ path: String,
        _ settings: [String: String]
    ) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let others = zip(report.requirementNames, report.findings).filter { $1.outcome != .holds }
        let expected = others.map { requirement, finding in
            let isTold = finding.outcome != .notApplicable
            let words = [finding.outcome.rawValue, isTold ? finding.decidingCode : nil]
                .compactMap(\.self)
            return "\(requirement.inYAML): \(words.joined(separator: " "))"
        }
        let set = settings.sorted { $0.key < $1.key }.map { "\($0.inYAML): \($1.inYAML)" }
        var lines = [
            "# What `warrant record` looked at; without contents of files, and without environment."
        ]
        if case .some(.some) = facts.machineID {
            lines.append(Self.idNote)
        }
        lines += ["warrant: 1", "policy: \(name.inYAML)"]
        lines += Self.section("given:", FactText(facts).lines)
        lines += ["", "cases:", "  - case: as recorded", "    expect: \(report.outcome.rawValue)"]
        lines += Self.section("set:", set).map { "    \($0)" }
        lines += Self.section("requirements:", expected).map { "    \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// As machine-id(5) has it.
    private static let idNote =
        "# The id of this machine, by which its journal is found, is confidential."

    private static func section(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [key] + lines.map { "  \($0)" }
    }
}
