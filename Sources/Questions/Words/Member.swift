import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{member: www-data, of: ssl-cert}`; the same for every subject.
    static let member = Word(
        "member",
        "A user is a member of the group in `of`, by the name service, the same for every subject.",
        form: .accountName,
        keys: [Vocabulary.Key("of", "The group.", isNeeded: true, form: .accountName)],
        actions: [
            Action(
                "member",
                "USER GROUP",
                "a user in a group, also as its primary one",
                argument: "of",
                argumentKind: .group,
                .state { user, group in ("user \(user)", "a member of \(group ?? "")") }
            )
        ],
        relations: .ofAccounts
    ) { use throws(InvalidUse) in
        let group = try use.needed("of", help: "name the group, such as `adm`")
        let user = try AccountName.valid(use.value, "user")
        let name = try AccountName.valid(group, "group", in: .key("of"))
        return HostAccount(.member(user, of: name), on: use.host)
    }
}
