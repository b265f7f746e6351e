import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{rename: /srv/x, argument: /srv/y}`.
    static let rename = file(
        "rename",
        "The file may be renamed to the path in the argument.",
        operands: "PATH NEW-PATH",
        manual: "",
        synonyms: ["mv", "move"],
        argument: FileArgument(
            "The new path.",
            form: .absolutePath,
            isNeeded: true,
            kind: .path
        ),
        sentence: .may { path, new in "rename \(path) to \(new ?? "")" }
    ) { text throws(InvalidUse) in
        .rename(to: try absolutePath(text, "new path"))
    }
}
