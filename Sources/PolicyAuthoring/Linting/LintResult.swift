import Policies
import PolicyLanguage

/// The result of linting the text of a policy.
package struct LintResult: Sendable {
    package let text: PolicyText
    /// True if the policy is wrong. Then ``findings`` are its errors, and no rule was applied.
    package let isInvalid: Bool
    /// The findings in the order of their places.
    package let findings: [LintFinding]
    /// The names of the policy's parameters; empty if the policy is wrong.
    package let parameters: [String]
    /// The number of findings that were repaired on the way to this text.
    package private(set) var repaired = 0
    private let context: LintContext

    /// - Parameter file: The file's name in findings; nothing is read from it.
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

    /// Makes the result for a file that holds no text to lint.
    init(_ problem: Diagnostic) {
        text = PolicyText([], file: problem.location.file)
        isInvalid = true
        parameters = []
        context = LintContext()
        findings = [LintFinding(severity: .error, diagnostic: problem)]
    }

    /// The result after all findings that have a fix were repaired.
    ///
    /// Fixes that overlap are made one after another. A fix that would make the policy wrong is not made.
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
