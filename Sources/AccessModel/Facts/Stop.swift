package import Kernel

/// Why a question does not end with a yes.
package enum Stop: Error, Hashable, Sendable {
    /// The kernel would say no, and this is the first thing that it would say it for.
    case refused(Refusal)
    case unknown(Unknown)
    /// A fact that has to be added before the question can be decided.
    case lacks(FactRequest)
}

/// A fact that nobody has read yet.
package enum FactRequest: Hashable, Sendable {
    /// What a name in a directory leads to.
    case name([UInt8], in: PlaceID)
    /// Whether something is mounted on a name.
    case mountPoint(PlaceID)
    case emptiness(of: PlaceID)
    case covered(by: PlaceID)
    case program(PlaceID)
    /// Whether the kernel swaps to a file.
    case swap(PlaceID)
    /// Whether the key of an encrypted file is there.
    case key(of: PlaceID)
    /// Where a file of an overlay comes from.
    case layer(of: PlaceID)
    /// Whether its subvolume of btrfs is read-only.
    case subvolume(of: PlaceID)
    case project(of: PlaceID)
}

/// The single link that says no.
package struct Refusal: Hashable, Sendable {
    package let cause: Cause
    package let error: Errno
    /// The file that refuses; of a name that is missing, the directory where it is not.
    package let place: PlaceID
    /// What was wanted of it, where permissions decide.
    package let wanted: Permissions

    package init(
        _ cause: Cause,
        _ error: Errno,
        at place: PlaceID,
        wanted: Permissions = []
    ) {
        self.cause = cause
        self.error = error
        self.place = place
        self.wanted = wanted
    }
}

/// What cannot be known without trying.
package struct Unknown: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A server, a process of FUSE, or a driver decides.
        case fileSystem
        /// A magic link of proc(5), which leads where no text says.
        case magicLink
        /// The driver behind a device decides.
        case device
        /// 65534 may be an owner without a mapping, or nobody.
        case owner
        /// More steps would have to be tried than are.
        case manySteps
        /// The owners of a file and of its directory are both of another user namespace, and may be the same.
        case foreignOwners
        /// The asker may not look: the errno.
        case unreadable(Errno)
        /// The interpreter of a program is a relative path, and depends on where the subject stands.
        case relativeInterpreter
        /// It is refused, but by which of two errors depends on what the kernel has cached.
        case linkCount
        /// It was another thing at the second look.
        case changed
        /// A handler of binfmt_misc, or the kernel for 32-bit programs, may run it.
        case programHandler
        /// Its file capabilities are for a user namespace that may be above our own, by a number of ours.
        case fileCapabilities
        /// The asker cannot see whether the key of an encrypted file is there.
        case key
        /// The asker cannot see in which layer of an overlay it is.
        case layer
        /// The asker cannot see the project of a file.
        case project
        /// Of a process that this mount of proc(5) may hide, from the subject or from the asker.
        case hidden
        /// Something is mounted over the root directory of the subject, and `..` leads from there into it.
        case coveredRoot
        /// The file system is shut down: what is not cached fails with EIO.
        case shutDown
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
