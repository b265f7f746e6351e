package import AccessModel
import Kernel

extension FileAccess {
    /// A way to use a file. Each is one system call.
    public enum Action: Hashable, Sendable {
        /// faccessat2(2) with `AT_EACCESS`; an empty set of modes asks if the file exists.
        case access(Modes)
        /// open(2) with `O_RDONLY`; it can also open a directory.
        case read
        /// open(2) with `O_WRONLY`, without `O_APPEND` and `O_TRUNC`.
        case write
        /// open(2) with `O_RDWR`.
        case readWrite
        /// open(2) with `O_WRONLY` and `O_APPEND`.
        case append
        /// open(2) with `O_WRONLY` and `O_TRUNC`.
        case openTruncate
        /// open(2) with `O_WRONLY` and `O_CREAT`.
        case openCreate
        /// truncate(2).
        case truncate
        /// execve(2), up to the program's first instruction.
        ///
        /// Undetermined for a program that names its interpreter by a relative path.
        case execute
        /// execve(2) by a process with this working directory, an absolute path.
        case executeFrom(String)
        /// chdir(2).
        case search
        /// opendir(3).
        case list
        /// stat(2).
        case stat
        /// readlink(2).
        case readLink
        /// Creates a file that does not exist; see ``Kind``.
        case create(Kind)
        /// unlink(2) of a file, or rmdir(2) of a directory; nil selects the call that fits the existing file.
        case delete(Removed?)
        /// rename(2) to a new path.
        case rename(to: String)
        /// link(2) under a new path.
        case link(to: String)
        /// chmod(2) to a mode, 0 through 0o7777.
        case changeMode(UInt16)
        /// chown(2) to a user.
        case changeOwner(UInt32)
        /// chown(2) to a group.
        case changeGroup(UInt32)
        /// utimensat(2), to the present or to a given time.
        case touch(Time)
        /// setxattr(2) of an attribute of the class `user`.
        case setAttribute
        /// setxattr(2) of an access list, see acl(5).
        case setList

        /// The kinds of files to create.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            /// open(2) with `O_CREAT` and `O_EXCL`.
            case file
            /// mkdir(2).
            case directory
            /// symlink(2).
            case symlink
            /// mkfifo(3).
            case fifo
            /// mknod(2) of a device.
            case device
        }

        /// The kinds of files to delete.
        public enum Removed: String, CaseIterable, Hashable, Sendable { case file, directory }

        /// The time to set on a file.
        public enum Time: Hashable, Sendable { case now, given }
    }

    /// The access modes to ask for, alone or combined.
    public struct Modes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let execute = Modes(rawValue: 1)
        public static let write = Modes(rawValue: 2)
        public static let read = Modes(rawValue: 4)
    }
}

extension FileAccess.Action {
    /// The operation of the access model.
    package var operation: FileOperation {
        switch self {
        case .access(let modes): .access(Permissions(rawValue: modes.rawValue))
        case .read: .open(.read)
        case .write: .open(.write)
        case .readWrite: .open(.readWrite)
        case .append: .open(.append)
        case .openTruncate: .open(.truncate)
        case .openCreate: .open(.create)
        case .truncate: .truncate
        case .execute: .execute(from: nil)
        case .executeFrom(let directory): .execute(from: Array(directory.utf8))
        case .search: .search
        case .list: .list
        case .stat: .stat
        case .readLink: .readLink
        case .create(let kind): .create(kind.created)
        case .delete(nil): .delete(.whicheverFits)
        case .delete(.file): .delete(.file)
        case .delete(.directory): .delete(.directory)
        case .rename(let path): .rename(to: Array(path.utf8))
        case .link(let path): .link(to: Array(path.utf8))
        case .changeMode: .changeMode
        case .changeOwner(let uid): .changeOwner(uid)
        case .changeGroup(let gid): .changeGroup(gid)
        case .touch(let time): .touch(now: time == .now)
        case .setAttribute: .setAttribute
        case .setList: .setList
        }
    }
}

// Paths are compared by their bytes.
extension FileAccess.Action {
    public static func == (one: Self, other: Self) -> Bool {
        if case .changeMode(let mode) = one, case .changeMode(let wanted) = other {
            return mode == wanted
        }
        return one.operation == other.operation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(operation) }
}

extension FileAccess.Action.Kind {
    fileprivate var created: CreatedKind {
        switch self {
        case .file: .file
        case .directory: .directory
        case .symlink: .symbolicLink
        case .fifo: .fifo
        case .device: .device
        }
    }
}

extension FileAccess.Action {
    /// The word of the command line and of policies: `open-truncate`.
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

    /// The argument as a user would write it; nil if there is none.
    package var argument: String? {
        switch self {
        case .access(let modes): modes.isEmpty ? nil : modes.letters
        case .create(let kind): kind == .file ? nil : kind.rawValue
        case .delete(let removed): removed?.rawValue
        case .rename(let path), .link(let path), .executeFrom(let path): path
        case .changeMode(let mode): String(mode, radix: 8)
        case .changeOwner(let id), .changeGroup(let id): "\(id)"
        case .touch(.given): "a time"
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
