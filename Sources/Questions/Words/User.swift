import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `user: www-data`; the same for every subject.
    static let user = Word(
        "user",
        "A user exists, by the name service, the same for every subject.",
        form: .accountName,
        synonyms: ["account"],
        actions: [
            Action(
                "user",
                "NAME",
                "a user that the name service knows",
                .state { user, _ in ("user \(user)", "known here") }
            )
        ],
        relations: .ofAccounts
    ) { use throws(InvalidUse) in
        HostAccount(.user(try AccountName.valid(use.value, "user")), on: use.host)
    }
}
