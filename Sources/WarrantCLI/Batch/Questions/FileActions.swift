import AccessModel

/// The file actions by their words, each one system call.
enum FileActions {
    /// In the order in which help names them.
    static let words =
        ["access"] + plain.map(\.key) + [
            "create", "delete", "rename", "link", "chmod", "chown", "chgrp", "touch",
        ]

    /// Those that take no argument.
    private static let plain: KeyValuePairs<String, FileOperation> = [
        "read": .open(.read), "write": .open(.write), "read-write": .open(.readWrite),
        "append": .open(.append), "open-truncate": .open(.truncate), "open-create": .open(.create),
        "truncate": .truncate, "execute": .execute, "search": .search, "list": .list,
        "stat": .stat, "read-link": .readLink, "set-attribute": .setAttribute, "set-acl": .setList,
    ]

    private static let byWord = Dictionary(uniqueKeysWithValues: plain.map { ($0.key, $0.value) })

    private static let created: KeyValuePairs<String, CreatedKind> = [
        "file": .file, "directory": .directory, "symlink": .symbolicLink, "fifo": .fifo,
        "device": .device,
    ]

    private static let deleted: KeyValuePairs<String, DeletedKind> = [
        "file": .file, "directory": .directory,
    ]

    /// - Returns: nil for a word that is no action on files.
    static func operation(
        _ word: String,
        _ argument: BatchArgument,
        _ accounts: inout KnownAccounts
    ) throws(BadLine) -> FileOperation? {
        if let operation = byWord[word] {
            try argument.refuse()
            return operation
        }
        switch word {
        case "access": return .access(try permissions(argument))
        case "create": return .create(try argument.word(created) ?? .file)
        case "delete": return .delete(try argument.word(deleted) ?? .whicheverFits)
        case "rename": return .rename(to: try absolutePath(try argument.required("the new path")))
        case "link": return .link(to: try absolutePath(try argument.required("the new path")))
        case "chmod":
            try argument.checkMode()
            return .changeMode
        case "chown":
            return .changeOwner(
                try argument.account("user") { name throws(BadLine) in try accounts.user(name) }
            )
        case "chgrp":
            return .changeGroup(
                try argument.account("group") { name throws(BadLine) in try accounts.group(name) }
            )
        case "touch": return .touch(now: try argument.isNow())
        default: return nil
        }
    }

    /// `r`, `w` and `x` joined; nothing asks whether the file is there.
    private static func permissions(_ argument: BatchArgument) throws(BadLine) -> Permissions {
        var wanted: Permissions = []
        for letter in argument.text ?? "" {
            switch letter {
            case "r": wanted.insert(.read)
            case "w": wanted.insert(.write)
            case "x": wanted.insert(.execute)
            default:
                throw BadLine("`access` takes the letters r, w and x, or none, in `argument`")
            }
        }
        return wanted
    }
}
