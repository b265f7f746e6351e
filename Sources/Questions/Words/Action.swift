import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `action: org.freedesktop.login1.reboot`, of polkit.
    static let action = Word(
        "action",
        "polkit allows an action without authentication; pkaction(1) lists all actions.",
        form: .polkitAction,
        synonyms: ["polkit"],
        actions: [
            Action(
                "action",
                "ID",
                "an action of polkit",
                .may { action, _ in "carry out \(action)" }
            )
        ],
        isOfUsers: true,
        relations: .ofPolkit
    ) { use throws(InvalidUse) in
        let action = PolkitAction(use.value, as: use.subject, on: use.host)
        if let problem = action.invalidAction {
            throw InvalidUse("invalid-action", "\(action.action.quoted) \(problem)")
        }
        return action
    }
}

extension TextForm {
    fileprivate static let polkitAction = TextForm("polkit-action") {
        Details("[A-Za-z0-9._-]+", bare: .anything, help: "pkaction lists them")
    }
}
