import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `action: org.freedesktop.login1.reboot`, of polkit.
    static func action(on host: Host) -> Word {
        let form = Vocabulary.Word(
            "action",
            "polkit allows an action without asking anybody; pkaction(1) lists them.",
            form: .polkitAction
        )
        return Word(form) { use, subject throws(Diagnostic) in
            let action = PolkitAction(use.value.value, as: subject, on: host)
            if let problem = action.invalidAction {
                throw Diagnostic(
                    "invalid-action",
                    at: use.value.location,
                    "\(action.action.quoted) \(problem)"
                )
            }
            return action
        }
    }
}
