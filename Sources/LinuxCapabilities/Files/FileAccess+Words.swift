extension FileAccess.Action {
    /// As the command line and policies write it: `open-truncate`.
    public var word: String {
        switch self {
        case .access: "access"
        case .read: "read"
        case .write: "write"
        case .readWrite: "read-write"
        case .append: "append"
        case .openTruncate: "open-truncate"
        case .openCreate: "open-create"
        case .truncate: "truncate"
        case .execute, .executeFrom: "execute"
        case .search: "search"
        case .list: "list"
        case .stat: "stat"
        case .readLink: "read-link"
        case .create: "create"
        case .delete: "delete"
        case .rename: "rename"
        case .link: "link"
        case .changeMode: "chmod"
        case .changeOwner: "chown"
        case .changeGroup: "chgrp"
        case .touch: "touch"
        case .setAttribute: "set-attribute"
        case .setList: "set-acl"
        }
    }

    /// The argument as it would be written; nil where there is none to write.
    package var argument: String? {
        switch self {
        case .access(let modes): modes.isEmpty ? nil : modes.letters
        case .create(let kind): kind == .file ? nil : kind.rawValue
        case .delete(let removed): removed?.rawValue
        case .rename(let path), .link(let path), .executeFrom(let path): path
        case .changeMode(let mode): String(mode, radix: 8)
        case .changeOwner(let id), .changeGroup(let id): "\(id)"
        case .touch(.told): "a time"
        default: nil
        }
    }
}

extension FileAccess.Modes {
    /// `rw`.
    var letters: String {
        (contains(.read) ? "r" : "") + (contains(.write) ? "w" : "")
            + (contains(.execute) ? "x" : "")
    }
}
