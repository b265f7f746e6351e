import PolicyLanguage
import Text

/// A workflow command, with which GitHub shows a message at a line of a change.
///
/// - SeeAlso: `Workflow commands for GitHub Actions` in GitHub's documentation.
struct GitHubCommand {
    enum Level: String {
        case error, warning
    }

    let level: Level
    let file: String
    /// The line and column; nil for a whole file.
    let place: SourceLocation?
    let title: String?
    let message: String

    /// - Parameter file: A file that could not be read.
    init(unreadable file: String, _ problem: String) {
        level = .error
        self.file = file
        place = nil
        title = nil
        message = problem
    }

    init(_ level: Level, at place: SourceLocation, title: String, _ message: String) {
        self.level = level
        file = place.file
        self.place = place
        self.title = title
        self.message = message
    }

    init(_ level: Level, _ diagnostic: Diagnostic) {
        let advice = diagnostic.help.map { "; \($0)" } ?? ""
        self.init(
            level,
            at: diagnostic.location,
            title: diagnostic.id,
            "\(diagnostic.problem)\(advice)"
        )
    }

    /// Returns nil for a case that needs no notice.
    ///
    /// - Parameter suite: The name of the policy or test, with which the message starts.
    init?(_ one: ReportedCase, in suite: String) {
        guard [.fails, .undetermined, .advised].contains(one.outcome) else { return nil }
        let because = one.because.map { "; \(one.rule.purpose($0))" } ?? ""
        self.init(
            one.outcome == .advised ? .warning : .error,
            at: one.place,
            title: one.title,
            "\(suite): \(one.message)\(because)"
        )
    }

    var line: String {
        var properties = ["file=\(file.written(in: .githubProperty))"]
        if let place { properties += ["line=\(place.line)", "col=\(place.column)"] }
        if let title { properties.append("title=\(title.written(in: .githubProperty))") }
        let list = properties.joined(separator: ",")
        return "::\(level.rawValue) \(list)::\(message.written(in: .githubMessage))\n"
    }
}
