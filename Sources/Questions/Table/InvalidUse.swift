package import PolicyLanguage

/// An error in the use of a word: in its value, or in one of its keys.
package struct InvalidUse: Error, Hashable {
    package enum Part: Hashable, Sendable {
        case value
        case key(String)
        /// A key that the word needs and that is missing.
        case missingKey(String)
    }

    /// The id of the diagnostic in a policy.
    package let id: String
    package let part: Part
    package let problem: String
    package let help: String?
    /// The sentence for the command line, if it differs.
    private let typed: String?

    package init(
        _ id: String,
        _ problem: String,
        help: String? = nil,
        in part: Part = .value,
        typed: String? = nil
    ) {
        self.typed = typed
        self.id = id
        self.part = part
        self.problem = problem
        self.help = help
    }

    /// Returns the error for a value that the word does not accept.
    package static func unknownValue(_ value: String, of word: String, known: [String]) -> Self {
        let problem = "\(value.quoted) is not a value of \(word.quoted)"
        return Self("unknown-value", problem, help: advice(for: value, among: known))
    }

    /// Returns the sentence for the command line and for batch lines.
    ///
    /// - Parameter action: The action under which the word was used.
    package func sentence(for action: String) -> String {
        if let typed { return typed }
        let advice = help.map { "; \($0)" } ?? ""
        if case .missingKey = part { return "\(action.quoted) needs an argument\(advice)" }
        return problem + advice
    }
}

extension Diagnostic {
    /// Creates the diagnostic of a policy, at the location of the error.
    package init(_ error: InvalidUse, in use: WordUse) {
        switch error.part {
        case .value: self.init(error.id, at: use.value.location, error.problem, help: error.help)
        case .key(let key):
            let place = use.keys[key]?.location ?? use.nameLocation
            self.init(error.id, at: place, error.problem, help: error.help)
        case .missingKey(let key):
            let problem = "\(use.name.quoted) needs an `\(key):`"
            self.init(error.id, at: use.nameLocation, problem, help: error.help)
        }
    }
}
