import Policies
import PolicyLanguage

/// What lint makes of the text of a policy.
package struct LintResult: Sendable {
    package let text: PolicyText
    /// Whether the policy is wrong: then ``findings`` tells how, and no rule was asked.
    package let isInvalid: Bool
    /// In the order of their places.
    package let findings: [LintFinding]
    /// The names of the policy's parameters; none where it is wrong.
    package let parameters: [String]
    /// How many findings were repaired on the way to this text.
    package private(set) var repaired = 0
    private let context: LintContext

    /// - Parameter file: The name by which findings call the file; nothing is read from it.
    package init(_ bytes: [UInt8], file: String, in context: LintContext = LintContext()) {
        self.context = context
        do throws(Diagnostics) {
            let policy = try LintedPolicy(bytes, file: file, in: context)
            text = policy.text
            isInvalid = false
            parameters = policy.syntax.parameters.map(\.name.value)
            findings = Linter.linux.findings(in: policy)
        } catch {
            text = PolicyText(bytes, file: file)
            isInvalid = true
            parameters = []
            findings = error.all.map { LintFinding(severity: .error, diagnostic: $0) }
        }
    }

    /// Of a file that holds no text to look at.
    init(_ problem: Diagnostic) {
        text = PolicyText([], file: problem.location.file)
        isInvalid = true
        parameters = []
        context = LintContext()
        findings = [LintFinding(severity: .error, diagnostic: problem)]
    }

    /// The same after all was repaired that has a fix.
    ///
    /// Fixes that meet are made one after another. One that would make the policy wrong is not made.
    package var fixed: LintResult {
        var result = self
        while true {
            let fixes = result.findings.compatibleFixes
            guard !result.isInvalid, !fixes.isEmpty else { return result }
            let edits = fixes.flatMap { $0 }
            let bytes = result.text.bytes.applying(edits)
            var next = LintResult(bytes, file: text.file, in: context)
            guard !next.isInvalid else { return result }
            next.repaired = result.repaired + fixes.count
            result = next
        }
    }
}
