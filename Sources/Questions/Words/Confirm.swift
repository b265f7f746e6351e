import LinuxCapabilities
import PolicyLanguage
import Text

extension Word {
    /// `confirm: Restart the web server?`, which the person at the terminal answers, regardless of the subject.
    static let confirm = Word(
        "confirm",
        "A person answers yes to this question. Warrant asks it only with --authorize.",
        form: .question,
        synonyms: ["ask"],
        actions: [
            Action(
                "confirm",
                "QUESTION",
                "the person at the terminal, with --authorize",
                .state { question, _ in ("`\(question.onOneLine)`", "confirmed") }
            )
        ],
        relations: .ofConfirmations
    ) { use throws(InvalidUse) in
        let confirmation = Confirmation(use.value, on: use.host)
        if let problem = confirmation.invalidQuestion {
            throw InvalidUse("invalid-question", "\(use.value.quoted) \(problem)")
        }
        return confirmation
    }
}

extension TextForm {
    fileprivate static let question = TextForm("question") {
        // Not blank, by the White_Space property of Unicode. The meaning of `\s` differs among dialects.
        let visible =
            "[^\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]"
        return Details(
            "[\\s\\S]*\(visible)[\\s\\S]*",
            bare: .anything,
            help: "write what is to be confirmed"
        )
    }
}
