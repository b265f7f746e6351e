import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `confirm: Restart the web server?`, of the person at the terminal, whoever the subject is.
    static func confirm(on host: Host) -> Word {
        let form = Vocabulary.Word(
            "confirm",
            "A person says yes to this question; only asked with --authorize.",
            form: .question
        )
        return Word(form) { use, _ throws(Diagnostic) in
            let confirmation = Confirmation(use.value.value, on: host)
            if let problem = confirmation.invalidQuestion {
                throw Diagnostic(
                    "invalid-question",
                    at: use.value.location,
                    "\(use.value.value.quoted) \(problem)"
                )
            }
            return confirmation
        }
    }
}
