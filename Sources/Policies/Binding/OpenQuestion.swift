package import Capabilities
package import LinuxCapabilities
import PolicyLanguage
import Procedures

/// The question of a requirement whose value depends on an open parameter. The value is unknown, so no rule about
/// values applies to it.
///
/// Two open questions are equal if they are written alike for the same subject.
package struct OpenQuestion: Askable {
    package let word: String
    package let value: String
    package let keys: [String: String]
    package let subject: Subject

    package struct Status: AuthorizationStatus {
        package func meets(_ requirement: Void) -> Verdict {
            .undetermined([Reason(.parameterOpen, "a parameter", "has no value")])
        }
    }

    init(_ use: WordUse, _ subject: Subject) {
        word = use.name
        value = use.value.value
        keys = use.keys.mapValues(\.value)
        self.subject = subject
    }

    package var name: String { "\(word) \(value)" }
    package var subjectName: String { subject.description }
    package var requirement: Void { () }
    package var canBeAskedFor: Bool { false }

    package func authorizationStatus() async -> Status { Status() }
}

extension Catalogue<Subject> {
    /// The words of Linux for policies with open parameters.
    package static let open = linux.withOpenParameters

    /// The same words for policies with open parameters.
    package var withOpenParameters: Catalogue {
        binding { entry in
            { use, subject throws(Diagnostic) in
                use.isOpen ? OpenQuestion(use, subject) : try entry.bind(use, subject)
            }
        } subject: { [bindSubject] syntax throws(Diagnostic) in
            if let subject = syntax.openSubject { return subject }
            return try bindSubject(syntax)
        }
    }
}

extension WordUse {
    fileprivate var isOpen: Bool {
        value.isOpen || keys.values.contains(where: \.isOpen)
    }
}

extension SubjectSyntax {
    /// A stand-in for a subject that is too open to judge, or nil. A user of whom only the name is open can still be
    /// judged.
    fileprivate var openSubject: Subject? {
        switch kind {
        case .unit(let name, _, let command) where name.isOpen || command?.isOpen == true:
            .unit(name.value)
        case .container(let name) where name.isOpen: .container(name.value)
        case .user(let user) where user.capabilities?.contains(where: \.isOpen) == true:
            .user("\(kind)")
        case .unit, .container, .user, .process: nil
        }
    }
}
