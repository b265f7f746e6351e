package import Kernel

/// The reason why a decision does not end with a yes.
package enum Stop: Error, Hashable, Sendable {
    /// The kernel would refuse. This is its first reason.
    case refused(Refusal)
    case unknown(Unknown)
    /// A fact must be added before the question can be decided.
    case lacks(FactRequest)
}

/// A fact that was not read yet.
package enum FactRequest: Hashable, Sendable {
    /// The object of a name in a directory.
    case name([UInt8], in: PlaceID)
    /// The presence of a mount on a name.
    case mountPoint(PlaceID)
    case emptiness(of: PlaceID)
    case covered(by: PlaceID)
    case program(PlaceID)
    /// The use of a file as an active swap file.
    case swap(PlaceID)
    /// The presence of the key of an encrypted file.
    case key(of: PlaceID)
    /// The overlay layer of a file.
    case layer(of: PlaceID)
    /// Whether an overlay can copy the attributes of a file to its upper layer.
    case copying(of: PlaceID)
    /// The read-only state of the btrfs subvolume of a file.
    case subvolume(of: PlaceID)
    case project(of: PlaceID)
}

/// The single obstacle that refuses.
package struct Refusal: Hashable, Sendable {
    package let cause: Cause
    package let error: Errno
    /// The file that refuses. For a missing name it is the directory.
    package let place: PlaceID
    /// The permissions that were requested, if permissions decide.
    package let wanted: Permissions
    /// The directory whose project the file does not have, if that is the cause.
    let directory: PlaceID?
    /// False if the kernel may return another error first, because of a file that a mount hides.
    package var isFirst = true

    package init(
        _ cause: Cause,
        _ error: Errno,
        at place: PlaceID,
        wanted: Permissions = [],
        in directory: PlaceID? = nil
    ) {
        self.directory = directory
        self.cause = cause
        self.error = error
        self.place = place
        self.wanted = wanted
    }
}

/// A fact that cannot be known without an attempt.
package struct Unknown: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A server, a FUSE process, or a driver decides.
        case fileSystem
        /// A magic link of proc(5), whose target no text gives.
        case magicLink
        /// The driver behind a device decides.
        case device
        /// The owner 65534 may be an id without a mapping, or the account `nobody`.
        case owner
        /// A decision would take more steps than the limit.
        case manySteps
        /// The owners of a file and of its directory both belong to another user namespace, and may be the same.
        case foreignOwners
        /// The caller may not examine it, with this errno.
        case unreadable(Errno)
        /// The caller may not search the directory for a name.
        case unsearchable
        /// The interpreter of a program is a relative path, and depends on the subject's working directory.
        case relativeInterpreter
        /// The call is refused, but one of two errors depends on the kernel's cache.
        case linkCount
        /// It was a different object at the second look.
        case changed
        /// A handler of binfmt_misc, or the kernel for 32-bit programs, may run it.
        case programHandler
        /// Its file capabilities apply to a user namespace that may be an ancestor of this one, identified by an id of
        /// this one.
        case fileCapabilities
        /// The caller cannot determine whether the key of an encrypted file is present.
        case key
        /// The caller cannot determine the overlay layer of a file.
        case layer
        /// An overlay may be unable to copy it to its upper layer.
        case copying
        /// The caller cannot determine the project of a file.
        case project
        /// A flag of xfs may refuse new symbolic links in the directory.
        case linkFlag
        /// It belongs to a process that this mount of proc(5) may hide from the subject or from the caller.
        case hidden
        /// Something is mounted over the root directory of the subject, and `..` leads into it.
        case coveredRoot
        /// The file system is shut down: an access that is not cached fails with EIO.
        case shutDown
        /// systemd creates or changes it when it starts the service.
        case serviceStart
        /// A mount of the host covers it, which the service does not have.
        case coveredOnHost
        /// A described host has no fact about this name in the directory.
        case notDescribed(name: [UInt8])
    }

    package let cause: Cause
    package let place: PlaceID

    package init(_ cause: Cause, at place: PlaceID) {
        self.cause = cause
        self.place = place
    }
}
