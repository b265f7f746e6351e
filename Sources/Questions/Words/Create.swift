import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{create: /srv/x, argument: directory}`.
    static let create = file(
        "create",
        "A file that is not there may be made.",
        operands: "PATH [file|directory|symlink|fifo|device]",
        manual: "",
        synonyms: ["mkdir", "mknod"],
        argument: FileArgument(
            "What kind of file.",
            values: FileAccess.Action.Kind.allCases.map(\.rawValue),
            standard: "file"
        )
    ) { text throws(InvalidUse) in
        .create(try fileKind(text ?? "file"))
    }
}
