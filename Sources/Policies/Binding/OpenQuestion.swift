package import Capabilities
package import LinuxCapabilities
import PolicyLanguage
import Procedures

/// What a requirement asks whose value depends on a parameter that was left open: nobody knows what that is,
/// and no rule about values has anything to say of it.
///
/// Two that are written alike for the same subject are equal.
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
    /// The words of Linux for policies of which parameters were left open.
    package static let open = Catalogue(
        linux.entries.map { entry in
            Entry(entry.form) { use, subject throws(Diagnostic) in
                use.isOpen ? OpenQuestion(use, subject) : try entry.bind(use, subject)
            }
        },
        defaultSubject: linux.defaultSubject,
        bindSubject: { syntax throws(Diagnostic) in
            if let subject = syntax.openSubject { return subject }
            return try linux.bindSubject(syntax)
        }
    )
}

extension WordUse {
    fileprivate var isOpen: Bool {
        value.isOpen || keys.values.contains(where: \.isOpen)
    }
}

extension SubjectSyntax {
    /// Whom it stands for where that much is not known that nobody can judge it; a user whose name alone is
    /// open is somebody all the same.
    fileprivate var openSubject: Subject? {
        switch kind {
        case .unit(let name) where name.isOpen: .unit(name.value)
        case .user(let user) where user.capabilities?.contains(where: \.isOpen) == true:
            .user("\(kind)")
        case .unit, .user, .process: nil
        }
    }
}
