import Kernel

/// Properties of a question that do not depend on any file.
extension FileQuestion {
    /// The operations that succeed whenever this one does, at the same path and for the same subject.
    package var implied: [FileOperation] {
        switch operation {
        case .open(.readWrite): [.open(.read), .open(.write), .open(.append), .stat]
        case .open(.write): [.open(.append), .stat]
        case .open(.truncate): [.open(.write), .open(.append), .stat]
        case .list: [.open(.read), .stat]
        // A file that can be used exists.
        case .open(.read), .open(.append), .access, .search: [.stat]
        default: []
        }
    }

    /// True if the call fails on every host, for every subject.
    ///
    /// A path that ends in `/`, `.` or `..` names a directory, which none of these calls accepts. `/` itself cannot be
    /// created, moved or removed. See path_resolution(7), open(2), rename(2).
    package var isNeverGranted: Bool {
        switch operation {
        case .open(let way): way.access.contains(.write) && namesDirectory
        case .truncate, .execute, .readLink, .link: namesDirectory
        case .create(let kind): kind == .directory ? namesRoot : namesDirectory
        case .delete(let kind): kind == .file ? namesDirectory : namesRoot
        case .rename: namesRoot
        default: false
        }
    }

    /// True if the call succeeds on every host, for every subject: `/` exists, and requires no permission.
    package var isAlwaysGranted: Bool { operation == .stat && namesRoot }

    private var namesRoot: Bool { !path.isEmpty && path.allSatisfy { $0 == UInt8(ascii: "/") } }

    private var namesDirectory: Bool {
        let name = path.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        ).last.map { Array($0) }
        return [[], Array(".".utf8), Array("..".utf8)].contains(name)
    }
}
