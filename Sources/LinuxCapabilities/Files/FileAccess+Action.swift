package import AccessModel
import Kernel

extension FileAccess {
    /// A way to use a file: each one system call.
    public enum Action: Hashable, Sendable {
        /// faccessat2(2) with `AT_EACCESS`; no mode at all asks whether the file is there.
        case access(Modes)
        /// open(2) with `O_RDONLY`; a directory too can be opened so.
        case read
        /// open(2) with `O_WRONLY`, neither `O_APPEND` nor `O_TRUNC`.
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
        /// The same by a process with this working directory, a path from `/` on.
        case executeFrom(String)
        /// chdir(2).
        case search
        /// opendir(3).
        case list
        /// stat(2).
        case stat
        /// readlink(2).
        case readLink
        /// Makes what is not there; see ``Kind``.
        case create(Kind)
        /// unlink(2) of a file, rmdir(2) of a directory; nil is whichever fits what is there.
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

        /// What can be made.
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

        /// What is taken away.
        public enum Removed: String, CaseIterable, Hashable, Sendable { case file, directory }

        /// The time that a file is given.
        public enum Time: Hashable, Sendable { case now, given }
    }

    /// What is wanted of a file, alone or together.
    public struct Modes: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let execute = Modes(rawValue: 1)
        public static let write = Modes(rawValue: 2)
        public static let read = Modes(rawValue: 4)
    }
}

extension FileAccess.Action {
    /// What the model calls it.
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

// Paths are equal by their bytes.
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
