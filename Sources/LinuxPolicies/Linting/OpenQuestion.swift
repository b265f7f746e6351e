import Capabilities
import LinuxCapabilities
import PolicyEngine
import PolicyLanguage
import Procedures

/// What a requirement asks whose value depends on a parameter that was left open: nobody knows what that is,
/// and no rule about values has anything to say of it.
///
/// Two that are written alike for the same subject are equal.
struct OpenQuestion: Askable {
    let word: String
    let value: String
    let keys: [String: String]
    let subject: Subject

    struct Status: AuthorizationStatus {
        func meets(_ requirement: Void) -> Verdict {
            .undetermined([Reason("parameter-open", "a parameter", "has no value")])
        }
    }

    init(_ use: WordUse, _ subject: Subject) {
        word = use.name
        value = use.value.value
        keys = use.keys.mapValues(\.value)
        self.subject = subject
    }

    var name: String { "\(word) \(value)" }
    var subjectName: String { subject.description }
    var requirement: Void { () }
    var canBeAskedFor: Bool { false }

    func authorizationStatus() async -> Status { Status() }
}

extension Catalogue<Subject> {
    /// The words of Linux for policies of which parameters were left open.
    static let open = Catalogue(
        words: linux.words.map { word in
            Word(word.form) { use, subject throws(Diagnostic) in
                use.isOpen ? OpenQuestion(use, subject) : try word.bind(use, subject)
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
