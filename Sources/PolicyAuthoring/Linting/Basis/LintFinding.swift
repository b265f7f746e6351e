package import PolicyLanguage
import Text

/// A finding in a policy, its severity and its repair.
package struct LintFinding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable {
        /// The policy is wrong, or cannot mean what it seems to mean.
        case error
        /// The policy works, but could be clearer, narrower or safer.
        case warning
    }

    package let severity: Severity
    package let diagnostic: Diagnostic
    /// The edits that repair the finding and change nothing else; empty if that is not safe.
    package let fix: [TextEdit]

    package init(severity: Severity, diagnostic: Diagnostic, fix: [TextEdit] = []) {
        self.severity = severity
        self.diagnostic = diagnostic
        self.fix = fix
    }
}

extension LintFinding: CustomStringConvertible {
    /// The finding on one line, in the form of compilers, which editors recognize.
    package var description: String {
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        let text = "\(severity.rawValue): \(diagnostic.problem)\(advice) [\(diagnostic.id)]"
        return "\(diagnostic.location): \(text)".onOneLine
    }
}

extension [LintFinding] {
    /// The fixes that can be made at the same time. Of two that overlap, the first is taken; the other follows when the
    /// text is linted again.
    package var compatibleFixes: [[TextEdit]] {
        var kept: [[TextEdit]] = []
        var last = -1
        for fix in map(\.fix).filter({ !$0.isEmpty }).sorted(by: { $0.start < $1.start })
        where fix.start > last {
            kept.append(fix)
            last = fix.map(\.range.upperBound).max() ?? last
        }
        return kept
    }
}

extension [TextEdit] {
    fileprivate var start: Int { map(\.range.lowerBound).min() ?? 0 }
}
