import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

extension Word {
    /// `group: ssl-cert` states that a group exists. `{group: /srv/x, is: www-data}` states that a file belongs to a
    /// group. Both are the same for every subject.
    static let group = Word(
        "group",
        "A group exists; or a file belongs to the group in `is`. The same for every subject.",
        form: .groupOrPath,
        object: .nameOrPath,
        keys: [Vocabulary.Key("is", "The group of the file, by name or gid.", form: .any)],
        choice: .withPath("is"),
        actions: [
            Action(
                "group",
                "NAME|PATH [GROUP]",
                "a group that exists; or the group of a file",
                argument: "is",
                argumentKind: .group,
                .state { object, group in
                    group.map { (object, "of the group \($0)") } ?? (
                        "group \(object)", "known here"
                    )
                }
            )
        ],
        relations: .ofAccounts
    ) { use throws(InvalidUse) in
        guard use.value.isAbsolutePath else {
            guard use.keys["is"] == nil else {
                throw InvalidUse(
                    "invalid-argument",
                    "\(use.value.quoted) is not a path, and `is` needs the path of a file",
                    help: "write `group: /PATH` for a file, or leave out `is`",
                    in: .key("is"),
                    typed: "\(use.value.quoted) is no path, and only a file belongs to a group"
                )
            }
            let name = try AccountName.valid(use.value, "group")
            return HostAccount(.group(name), on: use.host)
        }
        let group = try use.needed("is", help: "name the group of the file, such as `root`")
        return FileProperty(.group(group), of: use.value, on: use.host)
    }
}

extension TextForm {
    fileprivate static let groupOrPath = TextForm("group-or-path") {
        Details(
            "/[\\s\\S]*|\(AccountName.pattern)",
            bare: [.booleans],
            help: "write the name of a group, or the path of a file from / on"
        )
    }
}
