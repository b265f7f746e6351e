import LinuxCapabilities
import LinuxSystem

/// The names along an absolute path as it is written. Only a host knows which of them are links.
struct FilePath: Equatable {
    private let names: [[UInt8]]

    init(_ path: String) { names = path.pathNames.filter { $0 != "." }.map { Array($0.utf8) } }

    /// Returns whether neither path is the other or leads through it.
    func isApart(from other: Self) -> Bool {
        !isOnTheWay(to: other) && !other.isOnTheWay(to: self)
    }

    /// Returns whether the other path is this one or leads through it. A path with `..` may lead anywhere.
    func isOnTheWay(to other: Self) -> Bool {
        other.names.starts(with: names) || (names + other.names).contains(Array("..".utf8))
    }
}

/// Two file operations that depend only on existing files and their modes, each with an answer. The pair is possible if
/// some host gives both answers.
struct FilePair {
    private let one: FileAccess
    private let other: FileAccess
    private let isOneGranted: Bool
    private let isOtherGranted: Bool

    init(_ one: FileAccess, _ isOneGranted: Bool, _ other: FileAccess, _ isOtherGranted: Bool) {
        self.one = one
        self.other = other
        self.isOneGranted = isOneGranted
        self.isOtherGranted = isOtherGranted
    }

    /// True if some host gives both answers. For separate paths, each file may exist for all users or for none.
    var isPossible: Bool {
        let (path, another) = (FilePath(one.path), FilePath(other.path))
        if path.isApart(from: another) { return true }
        guard !(one.path + other.path).contains("..") else { return false }
        if path == another { return isPossibleOfOneFile }
        let isOneAbove = path.isOnTheWay(to: another)
        let (isAboveGranted, isBelowGranted) =
            isOneAbove ? (isOneGranted, isOtherGranted) : (isOtherGranted, isOneGranted)
        // The file below may be missing, which says nothing about the directory.
        guard isBelowGranted else { return true }
        let above = isOneAbove ? one.action : other.action
        guard !isAboveGranted else { return above.isOfDirectories }
        return above.isReadingOrWriting && (isOneAbove ? one : other).isSubjectToModes
    }

    private var isPossibleOfOneFile: Bool {
        // A path that ends in a slash has further requirements.
        guard one.path == other.path, one.follow == other.follow,
            one.action.isReadingOrWriting, other.action.isReadingOrWriting
        else { return false }
        if isOneGranted == isOtherGranted { return true }
        return one.subject == other.subject && one.isSubjectToModes
    }
}

extension FileAccess {
    /// True if only the existing files and their modes decide, without a kernel capability.
    var isPlain: Bool {
        switch action {
        case .access, .read, .write, .readWrite, .append, .openTruncate, .openCreate, .truncate,
            .execute, .search, .list, .stat, .readLink, .delete:
            true
        case .create(let kind): kind != .device
        case .executeFrom, .rename, .link, .changeMode, .changeOwner, .changeGroup, .touch,
            .setAttribute, .setList:
            false
        }
    }

    /// True if the bits of a mode can deny it on some host.
    fileprivate var isSubjectToModes: Bool {
        if case .user(_, _, let capabilities?) = subject, !capabilities.isEmpty { return false }
        return !isAboutRoot
    }
}

extension FileAccess.Action {
    /// True if a mode has a bit for it alone, or for another operation that it depends on.
    fileprivate var isReadingOrWriting: Bool {
        switch self {
        case .read, .write, .append, .execute: true
        default: false
        }
    }

    /// True if it is granted on a directory that all users may use.
    fileprivate var isOfDirectories: Bool {
        switch self {
        case .read, .search, .list, .stat, .access: true
        default: false
        }
    }
}
