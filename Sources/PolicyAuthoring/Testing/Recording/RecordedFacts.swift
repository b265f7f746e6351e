import LinuxCapabilities
import Policies
package import PolicyLanguage

/// A record, read back like any test.
struct RecordedFacts {
    let tested: TestCaseSyntax
    let facts: HostFacts

    /// - Throws: ``UnreadableRecord``.
    init(_ record: String) throws(UnreadableRecord) {
        do throws(Diagnostics) {
            let root = try YAMLTree.parse(Array(record.utf8), file: "the record")
            let syntax = try TestSyntax.parse(root)
            try syntax.refuseUnknownReasons()
            tested = syntax.cases[0]
            facts = if let given = tested.given { try HostFacts(given: given) } else { HostFacts() }
        } catch {
            throw UnreadableRecord(error)
        }
    }
}

/// An error: a record is not a valid test. The program that wrote it is at fault, not the policy.
package struct UnreadableRecord: Error, Hashable, Sendable, CustomStringConvertible {
    package let problems: Diagnostics

    package init(_ problems: Diagnostics) { self.problems = problems }

    package var description: String { "the record cannot be read back: \(problems)" }
}
