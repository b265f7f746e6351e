import Kernel

/// What can be said of a question about a file without any file.
extension FileQuestion {
    /// What succeeds wherever this does, at the same path and for the same subject.
    package var implied: [FileOperation] {
        switch operation {
        case .open(.readWrite): [.open(.read), .open(.write), .open(.append), .stat]
        case .open(.write): [.open(.append), .stat]
        case .open(.truncate): [.open(.write), .open(.append), .stat]
        case .list: [.open(.read), .stat]
        // What is used is there.
        case .open(.read), .open(.append), .access, .search: [.stat]
        default: []
        }
    }

    /// Whether the call fails on every host, whoever makes it.
    ///
    /// What ends in `/`, `.` or `..` names a directory, which none of these calls takes; `/` itself can
    /// neither be made, nor moved, nor taken away. See path_resolution(7), open(2), rename(2).
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

    /// Whether the call succeeds on every host, whoever makes it: `/` is there, and takes no permission.
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
