import LinuxCapabilities
import LinuxSystem

/// The names along an absolute path, as it is written: whether there are links on it, a host decides.
struct FilePath: Equatable {
    private let names: [[UInt8]]

    init(_ path: String) { names = path.pathNames.filter { $0 != "." }.map { Array($0.utf8) } }

    /// Whether neither is the other, or on the way to it.
    func isApart(from other: Self) -> Bool {
        !isOnTheWay(to: other) && !other.isOnTheWay(to: self)
    }

    /// Whether it is this, or a directory on the way to it; `..` may lead anywhere.
    func isOnTheWay(to other: Self) -> Bool {
        other.names.starts(with: names) || (names + other.names).contains(Array("..".utf8))
    }
}

/// Two ways to use files, both decided by what is there and by modes, and whether some host grants the one
/// and not the other, as is asked.
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

    /// Of paths apart from each other, each file may be there for everybody, or for nobody.
    var isPossible: Bool {
        let (path, another) = (FilePath(one.path), FilePath(other.path))
        if path.isApart(from: another) { return true }
        guard !(one.path + other.path).contains("..") else { return false }
        if path == another { return isPossibleOfOneFile }
        let isOneAbove = path.isOnTheWay(to: another)
        let (isAboveGranted, isBelowGranted) =
            isOneAbove ? (isOneGranted, isOtherGranted) : (isOtherGranted, isOneGranted)
        // What is below may be missing, and then nothing is said of the directory.
        guard isBelowGranted else { return true }
        let above = isOneAbove ? one.action : other.action
        guard !isAboveGranted else { return above.isOfDirectories }
        return above.isReadingOrWriting && (isOneAbove ? one : other).isSubjectToModes
    }

    private var isPossibleOfOneFile: Bool {
        // A path that ends in a slash asks for more.
        guard one.path == other.path, one.follow == other.follow,
            one.action.isReadingOrWriting, other.action.isReadingOrWriting
        else { return false }
        if isOneGranted == isOtherGranted { return true }
        return one.subject == other.subject && one.isSubjectToModes
    }
}

extension FileAccess {
    /// Whether what is there and its modes decide, and no kernel capability is needed.
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

    /// Whether the bits of a mode may deny it something, on some host.
    fileprivate var isSubjectToModes: Bool {
        if case .user(_, _, let capabilities?) = subject, !capabilities.isEmpty { return false }
        return !isAboutRoot
    }
}

extension FileAccess.Action {
    /// Whether a mode has a bit for it alone, or it is tied to another that has.
    fileprivate var isReadingOrWriting: Bool {
        switch self {
        case .read, .write, .append, .execute: true
        default: false
        }
    }

    /// Whether it is granted of a directory that everybody may use.
    fileprivate var isOfDirectories: Bool {
        switch self {
        case .read, .search, .list, .stat, .access: true
        default: false
        }
    }
}
