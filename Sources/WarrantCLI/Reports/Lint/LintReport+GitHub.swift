import PolicyAuthoring
import PolicyLanguage
import Text

extension LintReport {
    /// Workflow commands, by which GitHub shows findings at the lines of a change.
    ///
    /// - SeeAlso: `Workflow commands for GitHub Actions` in GitHub's documentation.
    var github: String { files.flatMap(\.commands).map { "\($0)\n" }.joined() }
}

extension LintReport.File {
    fileprivate var commands: [String] {
        let problems =
            problem.map {
                [
                    "::error file=\(path.written(in: .githubProperty))::\($0.written(in: .githubMessage))"
                ]
            } ?? []
        return problems
            + findings.map { finding in
                let diagnostic = finding.diagnostic
                let place = diagnostic.location
                let advice = diagnostic.help.map { "; \($0)" } ?? ""
                return
                    "::\(finding.severity.rawValue) file=\(place.file.written(in: .githubProperty)),line=\(place.line),"
                    + "col=\(place.column),title=\(diagnostic.id)::"
                    + "\(diagnostic.problem)\(advice)".written(in: .githubMessage)
            }
    }
}
