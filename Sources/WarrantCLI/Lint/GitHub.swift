import PolicyEngine
import PolicyLanguage

extension LintReport {
    /// Workflow commands, by which GitHub shows findings at the lines of a change.
    ///
    /// - SeeAlso: `Workflow commands for GitHub Actions` in GitHub's documentation.
    var github: String { files.flatMap(\.commands).map { "\($0)\n" }.joined() }
}

extension LintReport.File {
    fileprivate var commands: [String] {
        let problems =
            problem.map { ["::error file=\(path.property)::\($0.escapingInvisibles.data)"] } ?? []
        return problems
            + findings.map { finding in
                let diagnostic = finding.diagnostic
                let place = diagnostic.location
                let advice = diagnostic.help.map { "; \($0)" } ?? ""
                return
                    "::\(finding.severity.rawValue) file=\(place.file.property),line=\(place.line),"
                    + "col=\(place.column),title=\(diagnostic.id)::"
                    + "\(diagnostic.problem)\(advice)".escapingInvisibles.data
            }
    }
}

// As @actions/core escapes them: nothing in a name or a message is taken for a command of its own.
extension String {
    fileprivate var data: String {
        replaced("%", "%25").replaced("\r", "%0D").replaced("\n", "%0A")
    }

    fileprivate var property: String {
        data.replaced(":", "%3A").replaced(",", "%2C").escapingInvisibles
    }

    private func replaced(_ scalar: Unicode.Scalar, _ text: String) -> String {
        unicodeScalars.reduce(into: "") { $0 += $1 == scalar ? text : String($1) }
    }
}
