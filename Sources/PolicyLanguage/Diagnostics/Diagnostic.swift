import Text

/// Something wrong in a policy file, told so that its reader can put it right.
public struct Diagnostic: Error, Hashable, Sendable {
    /// Names the kind of problem, and the page `docs/rules/<id>.md` that explains it.
    public let id: String
    public let location: SourceLocation
    /// What is wrong: lower case, no full stop, the reader's own text in backticks.
    public let problem: String
    /// What to write instead, when one answer is likely.
    public let help: String?

    public init(_ id: String, at location: SourceLocation, _ problem: String, help: String? = nil) {
        self.id = id
        self.location = location
        self.problem = problem.shortened
        self.help = help?.shortened
    }

    init(_ rule: LanguageRule, at place: SourceLocation, _ problem: String, help: String? = nil) {
        self.init(rule.rawValue, at: place, problem, help: help)
    }
}

extension Diagnostic {
    /// Whether it is about a value that the caller gave, not about the policy.
    package var isAboutSetting: Bool { id == LanguageRule.invalidSetting.rawValue }
}

extension Diagnostic: CustomStringConvertible {
    /// One line, whatever the file's name and text hold: control characters are escaped.
    public var description: String {
        let advice = help.map { "; \($0)" } ?? ""
        return "\(location): \(problem)\(advice) [\(id)]".onOneLine
    }
}
