import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{link: /srv/x, argument: /srv/y}`.
    static let link = file(
        "link",
        "The file may be given a second name, the path in the argument.",
        operands: "PATH NEW-PATH",
        manual: "",
        synonyms: ["ln"],
        argument: FileArgument(
            "The new path.",
            form: .absolutePath,
            isNeeded: true,
            kind: .path
        ),
        sentence: .may { path, new in "link \(path) to \(new ?? "")" }
    ) { text throws(InvalidUse) in
        .link(to: try absolutePath(text, "new path"))
    }
}
