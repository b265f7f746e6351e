import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    static let follow = Vocabulary.Key(
        "follow",
        shape: .boolean,
        "Whether a symbolic link at the end of the path is followed.",
        standard: "true"
    )

    /// What `argument:` may be, for the words that take one.
    static let argumentKeys: [String: Vocabulary.Key] = {
        let kinds = FileAccess.Action.Kind.allCases.map(\.rawValue)
        let removed = FileAccess.Action.Removed.allCases.map(\.rawValue)
        return [
            "access": argument(
                "Any of r, w and x, joined; the file's being there alone if left out.",
                .modes
            ),
            "execute": argument("The directory in which the subject stands.", .absolutePath),
            "create": argument("What kind of file.", values: kinds, standard: "file"),
            "delete": argument("As which kind of file; else whichever it is.", values: removed),
            "rename": argument("The new path.", .absolutePath, isNeeded: true),
            "link": argument("The new path.", .absolutePath, isNeeded: true),
            "chmod": argument("The new mode, in quotes.", shape: .mode, isNeeded: true),
            "chown": argument("The new owner, by its uid.", .id, isNeeded: true),
            "chgrp": argument("The new group, by its gid.", .id, isNeeded: true),
            "touch": argument("now, seconds since 1970, or 2026-01-31T12:00:00Z.", standard: "now"),
        ]
    }()

    private static func argument(
        _ summary: String,
        _ form: TextForm = .any,
        values: [String]? = nil,
        shape: Vocabulary.ValueShape = .text,
        standard: String? = nil,
        isNeeded: Bool = false
    ) -> Vocabulary.Key {
        Vocabulary.Key(
            "argument",
            values: values,
            shape: shape,
            summary,
            standard: standard,
            isNeeded: isNeeded,
            form: form
        )
    }

    /// What each word asks, in a line.
    static let summaries = [
        "access": "The file may be used in the ways that the argument lists, by faccessat2(2).",
        "read": "The file may be opened for reading.",
        "write": "The file may be opened for writing.",
        "read-write": "The file may be opened for both.",
        "append": "The file may be opened for writing at its end.",
        "open-truncate": "The file may be opened and emptied.",
        "open-create": "The file may be opened for writing, and made where it is not there.",
        "truncate": "The file may be given a length, by truncate(2).",
        "execute": "The program may be executed, its interpreter and loader included.",
        "search": "The directory may be gone through.",
        "list": "The directory may be listed.",
        "stat": "What the file is may be looked up, by stat(2).",
        "read-link": "The symbolic link may be read.",
        "create": "A file that is not there may be made.",
        "delete": "The file may be deleted.",
        "rename": "The file may be renamed to the path in the argument.",
        "link": "The file may be given a second name, the path in the argument.",
        "chmod": "The file may be given the mode in the argument.",
        "chown": "The file may be given the owner in the argument.",
        "chgrp": "The file may be given the group in the argument.",
        "touch": "The file may be given the time in the argument.",
        "set-attribute": "An extended attribute of the file may be set.",
        "set-acl": "The file's access list may be set.",
    ]
}
