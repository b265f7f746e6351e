import Kernel
import LinuxSystem

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

    /// Every word, in the order of a manual.
    public static let words = [
        "access", "read", "write", "read-write", "append", "open-truncate", "open-create",
        "truncate", "execute", "search", "list", "stat", "read-link", "create", "delete", "rename",
        "link", "chmod", "chown", "chgrp", "touch", "set-attribute", "set-acl",
    ]
}

extension FileAccess.Modes {
    /// `rw`.
    var letters: String {
        (contains(.read) ? "r" : "") + (contains(.write) ? "w" : "")
            + (contains(.execute) ? "x" : "")
    }
}

/// An argument that an action does not take.
package struct InvalidArgument: Error, Hashable, CustomStringConvertible {
    package let problem: String
    package let help: String

    package init(problem: String, help: String) {
        self.problem = problem
        self.help = help
    }

    package var description: String { "\(problem); \(help)" }
}

extension FileAccess.Action {
    /// An action by its word and argument, as `warrant can` and policies have them.
    ///
    /// - Returns: nil for a word that is none of ``words``.
    /// - Throws: ``InvalidArgument`` for an argument that means nothing to the action, or is missing.
    package init?(word: String, argument: String?) throws(InvalidArgument) {
        if let plain = Self.plain[word] {
            guard argument == nil else {
                let problem = "is an argument, but `\(word)` takes none"
                throw InvalidArgument(problem: problem, help: "leave it out")
            }
            self = plain
            return
        }
        switch word {
        case "access": self = .access(try Self.modes(argument ?? ""))
        case "execute":
            self =
                try argument.map { text throws(InvalidArgument) in
                    .executeFrom(try Self.path(text, "directory"))
                } ?? .execute
        case "create": self = .create(try Self.value(argument ?? "file"))
        case "delete": self = .delete(try argument.map(Self.value))
        case "rename": self = .rename(to: try Self.path(argument, "new path"))
        case "link": self = .link(to: try Self.path(argument, "new path"))
        case "chmod": self = .changeMode(try Self.mode(argument))
        case "chown": self = .changeOwner(try Self.id(argument))
        case "chgrp": self = .changeGroup(try Self.id(argument))
        case "touch": self = .touch(try Self.time(argument ?? "now"))
        default: return nil
        }
    }

    private static let plain: [String: Self] = [
        "read": .read, "write": .write, "read-write": .readWrite, "append": .append,
        "open-truncate": .openTruncate, "open-create": .openCreate, "truncate": .truncate,
        "search": .search, "list": .list, "stat": .stat, "read-link": .readLink,
        "set-attribute": .setAttribute, "set-acl": .setList,
    ]

    private static func modes(_ text: String) throws(InvalidArgument) -> FileAccess.Modes {
        var modes: FileAccess.Modes = []
        for letter in text {
            let mode: FileAccess.Modes
            switch letter {
            case "r": mode = .read
            case "w": mode = .write
            case "x": mode = .execute
            default: throw InvalidArgument(problem: "is no mode", help: "join `r`, `w` and `x`")
            }
            modes.insert(mode)
        }
        return modes
    }

    private static func value<Value: RawRepresentable & CaseIterable>(
        _ text: String
    ) throws(InvalidArgument) -> Value where Value.RawValue == String {
        if let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw InvalidArgument(problem: "is no kind of file here", help: "known are \(known)")
    }

    private static func path(_ text: String?, _ what: String) throws(InvalidArgument) -> String {
        guard let text, text.isAbsolutePath, !text.utf8.contains(0) else {
            let help = "write the \(what) from `/` on"
            throw InvalidArgument(problem: "is not an absolute path", help: help)
        }
        return text
    }

    private static func mode(_ text: String?) throws(InvalidArgument) -> UInt16 {
        guard let mode = text.flatMap({ UInt16($0, radix: 8) }), mode <= 0o7777 else {
            throw InvalidArgument(problem: "is no mode", help: "write it in octal, as `0640`")
        }
        return mode
    }

    private static func id(_ text: String?) throws(InvalidArgument) -> UInt32 {
        // Digits alone: Swift takes `+5` and `-0` as well.
        guard let text, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let id = UInt32(text), id != .max
        else {
            throw InvalidArgument(problem: "is no id", help: "give a number; id(1) tells it")
        }
        return id
    }

    private static func time(_ text: String) throws(InvalidArgument) -> Time {
        if text == "now" { return .now }
        guard Timestamp.isOne(text) else {
            let help = "write `now`, seconds since 1970, or 2026-01-31T12:00:00Z"
            throw InvalidArgument(problem: "is no time", help: help)
        }
        return .told
    }
}
