package import PolicyLanguage
import Text

/// What was found in a policy, how grave it is, and how to repair it.
package struct LintFinding: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable {
        /// The policy is wrong, or cannot say what it seems to.
        case error
        /// It works, and could be clearer, narrower or safer.
        case warning
    }

    package let severity: Severity
    package let diagnostic: Diagnostic
    /// The edits that repair it and change nothing else; none where that is not safe.
    package let fix: [TextEdit]

    package init(severity: Severity, diagnostic: Diagnostic, fix: [TextEdit] = []) {
        self.severity = severity
        self.diagnostic = diagnostic
        self.fix = fix
    }
}

extension LintFinding: CustomStringConvertible {
    /// One line, in the form of compilers, which editors follow.
    package var description: String {
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        let text = "\(severity.rawValue): \(diagnostic.problem)\(advice) [\(diagnostic.id)]"
        return "\(diagnostic.location): \(text)".onOneLine
    }
}

extension [LintFinding] {
    /// As many whole fixes as can be made at once: of two that meet, the first; the other has its turn when
    /// the text is linted again.
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
