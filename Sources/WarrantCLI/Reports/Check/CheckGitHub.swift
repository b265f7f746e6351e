import PolicyLanguage

/// The output of `warrant check --format github`: an error for each requirement that does not hold or has no answer,
/// and for each mistake in a policy; a warning for advice.
struct CheckGitHub {
    let results: [CheckResult]

    var text: String { results.flatMap(commands).map(\.line).joined() }

    private func commands(_ result: CheckResult) -> [GitHubCommand] {
        switch result {
        case .checked: result.suite.cases.compactMap { GitHubCommand($0, in: result.name) }
        case .invalid(_, let problems): problems.all.map { GitHubCommand(.error, $0) }
        case .unreadable(let path, let problem), .fault(let path, let problem):
            [GitHubCommand(unreadable: path, problem)]
        }
    }
}
