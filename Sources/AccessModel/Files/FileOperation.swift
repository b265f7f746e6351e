package import Kernel

/// One system call that uses a file.
package enum FileOperation: Hashable, Sendable {
    /// faccessat2(2) with `AT_EACCESS`.
    case access(Permissions)
    case open(OpenWay)
    case truncate
    /// execve(2) by a process with this working directory, from `/` on; nil if the directory is unknown.
    case execute(from: [UInt8]?)
    /// chdir(2).
    case search
    /// opendir(3).
    case list
    case stat
    case readLink
    case create(CreatedKind)
    case delete(DeletedKind)
    case rename(to: [UInt8])
    case link(to: [UInt8])
    case changeMode
    /// chown(2) to this user of the host.
    case changeOwner(UInt32)
    case changeGroup(UInt32)
    /// utimensat(2), to the present time or to a given time.
    case touch(now: Bool)
    /// setxattr(2) of the class `user`.
    case setAttribute
    /// setxattr(2) of `system.posix_acl_access`.
    case setList
}

/// The flags of an open(2).
package struct OpenWay: Hashable, Sendable {
    package var access: Permissions
    package var appends = false
    package var truncates = false
    package var creates = false

    package static let read = OpenWay(access: .read)
    package static let write = OpenWay(access: .write)
    package static let readWrite = OpenWay(access: [.read, .write])
    package static let append = OpenWay(access: .write, appends: true)
    package static let truncate = OpenWay(access: .write, truncates: true)
    package static let create = OpenWay(access: .write, creates: true)
}

/// The kind of object that a call creates under a free name.
package enum CreatedKind: Hashable, Sendable, CaseIterable {
    /// open(2) with `O_CREAT` and `O_EXCL`.
    case file
    /// mkdir(2).
    case directory
    /// symlink(2).
    case symbolicLink
    /// mkfifo(3).
    case fifo
    /// mknod(2) of a device.
    case device
}

extension FileOperation {
    /// True if the system call follows a symbolic link at the end of its path, unless it is asked not to.
    package var followsLinks: Bool {
        switch self {
        case .link, .readLink, .create, .delete, .rename: false
        default: true
        }
    }
}

/// The kind of object that a call removes.
package enum DeletedKind: Hashable, Sendable {
    /// unlink(2).
    case file
    /// rmdir(2).
    case directory
    /// unlink(2) or rmdir(2), whichever fits the object.
    case whicheverFits
}

/// An operation on a file, with the path.
package struct FileQuestion: Hashable, Sendable {
    package var operation: FileOperation
    package var path: [UInt8]
    /// True if a symbolic link at the end is followed; nil for the default of the system call.
    package var follow: Bool?

    package init(_ operation: FileOperation, _ path: [UInt8], follow: Bool? = nil) {
        self.operation = operation
        self.path = path
        self.follow = follow
    }

    var follows: Bool { follow ?? operation.followsLinks }

    var mode: WalkMode { follows ? .follow : .noFollow }
}
