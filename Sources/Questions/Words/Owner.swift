import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

extension Word {
    /// `{owner: /srv/x, is: www-data}`; the same for every subject.
    static let owner = Word(
        "owner",
        "A file is owned by the user in `is`, the same for every subject.",
        form: .absolutePath,
        object: .path,
        keys: [
            Vocabulary.Key("is", "The owner, by name or uid.", isNeeded: true, form: .any)
        ],
        actions: [
            Action(
                "owner",
                "PATH USER",
                "who owns the file",
                argument: "is",
                argumentKind: .user,
                .state { path, user in (path, "owned by \(user ?? "")") }
            )
        ],
        relations: .ofFileProperties
    ) { use throws(InvalidUse) in
        guard use.value.isAbsolutePath else { throw .relativePath(use.value) }
        let user = try use.needed("is", help: "name the owner, such as `root`")
        return FileProperty(.owner(user), of: use.value, on: use.host)
    }
}
