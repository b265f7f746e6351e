import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{chown: /srv/x, argument: 33}`.
    static let chown = file(
        "chown",
        "The file may be given the owner in the argument.",
        operands: "PATH USER",
        manual: "chown(2)",
        synonyms: ["own"],
        argument: FileArgument("The new owner, by its uid.", form: .id, isNeeded: true, kind: .user)
    ) { text throws(InvalidUse) in
        .changeOwner(try id(text))
    }
}
