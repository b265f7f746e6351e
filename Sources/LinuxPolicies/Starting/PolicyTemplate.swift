/// A policy to start from, by what it is about.
package enum PolicyTemplate: String, CaseIterable, Sendable {
    case service
    case job
    case host
    case container

    /// What it is about, in a line.
    package var summary: String {
        switch self {
        case .service: "a daemon, about the main process of its unit"
        case .job: "what runs and ends, such as a backup, about whoever runs it"
        case .host: "what a machine grants to whoever asks"
        case .container: "what runs in one, and no way out"
        }
    }

    /// The text, in which lint finds nothing.
    ///
    /// - Parameter name: That of the policy, and of what it is about.
    package func text(named name: String) -> String {
        body.replacing("NAME", with: name)
    }

    /// Whether a text can be a policy's name here, where it is part of paths and of a unit's name.
    package static func canName(_ text: String) -> Bool {
        let isLetter = { (letter: Character) in letter.isASCII && letter.isLetter }
        return text.first.map(isLetter) == true && YAMLText.scalar(text) == text
            && text.allSatisfy { isLetter($0) || $0.isASCII && $0.isNumber || "._-".contains($0) }
    }

    private var body: String {
        switch self {
        case .service: Self.serviceText
        case .job: Self.jobText
        case .host: Self.hostText
        case .container: Self.containerText
        }
    }
}
