import PolicyAuthoring
import PolicyLanguage

extension LintReport {
    /// The output of `warrant lint --format github`.
    var github: String { files.flatMap(\.commands).map(\.line).joined() }
}

extension LintReport.File {
    fileprivate var commands: [GitHubCommand] {
        let problems = problem.map { [GitHubCommand(unreadable: path, $0)] } ?? []
        return problems
            + findings.map {
                GitHubCommand($0.severity == .error ? .error : .warning, $0.diagnostic)
            }
    }
}
