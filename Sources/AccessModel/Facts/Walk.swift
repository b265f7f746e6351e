/// A way through the tree, as far as it is the same for everybody: what is asked of a subject on it, and
/// where it ends for one who may go all of it. See path_resolution(7).
package struct Walk: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Search permission on a directory, before a name is looked up in it.
        case search(PlaceID)
        /// A link in the middle of a path, followed; nothing is asked of it.
        case pass(PlaceID)
        /// The last link of a path, followed in a directory: what `fs.protected_symlinks` is about; and how
        /// many links were followed by then.
        case follow(PlaceID, in: PlaceID, after: Int)
    }

    package enum End: Hashable, Sendable {
        /// The file, and whether its name has slashes behind it.
        case reached(PlaceID)
        /// A last name that was not looked up, or is missing, in its directory.
        case name(LastName, in: PlaceID)
        case stopped(Stop)
    }

    package internal(set) var steps: [Step] = []
    package internal(set) var end: End
    /// The directory of the last name that was looked up.
    package internal(set) var directory: PlaceID
}

/// The last component of a path.
package struct LastName: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case name, dot, dotDot, root }

    package let kind: Kind
    package let bytes: [UInt8]
    package let hasSlash: Bool
}

/// How a system call looks up its path.
package enum WalkMode: UInt8, Hashable, Sendable {
    /// `LOOKUP_FOLLOW`, and without it.
    case follow, noFollow
    /// `LOOKUP_DIRECTORY` besides.
    case followToDirectory, noFollowToDirectory
    /// As far as the directory of the last name (`LOOKUP_PARENT`).
    case parent
    /// As open(2) with `O_CREAT`: a last name may be missing.
    case create, createNoFollow

    var follows: Bool {
        switch self {
        case .follow, .followToDirectory, .create: true
        case .noFollow, .noFollowToDirectory, .parent, .createNoFollow: false
        }
    }

    var wantsDirectory: Bool {
        self == .followToDirectory || self == .noFollowToDirectory
    }

    var creates: Bool { self == .create || self == .createNoFollow }
}

struct WalkKey: Hashable {
    let path: [UInt8]
    let start: PlaceID
    let mode: WalkMode

    /// An array hashes its elements one by one, which took longer than all else of a decision.
    func hash(into hasher: inout Hasher) {
        // SAFETY: the hasher only reads the bytes.
        unsafe path.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(start)
        hasher.combine(mode)
    }
}
