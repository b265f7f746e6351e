import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{create: /srv/x, argument: directory}`.
    static let create = file(
        "create",
        "A new file may be created at this path.",
        operands: "PATH [file|directory|symlink|fifo|device]",
        manual: "",
        synonyms: ["mkdir", "mknod"],
        argument: FileArgument(
            "The kind of file.",
            values: FileAccess.Action.Kind.allCases.map(\.rawValue),
            standard: "file"
        )
    ) { text throws(InvalidUse) in
        .create(try fileKind(text ?? "file"))
    }
}
