/// A path through the tree, as far as it is the same for every subject: the permissions that it requires, and its end
/// for a subject that has all of them. See path_resolution(7).
package struct Walk: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Search permission on a directory, before a name is looked up in it.
        case search(PlaceID)
        /// A link in the middle of a path, followed without a permission.
        case pass(PlaceID)
        /// The last link of a path, which was followed in a directory: the object of `fs.protected_symlinks`. The count
        /// is the number of links followed so far.
        case follow(PlaceID, in: PlaceID, after: Int)
    }

    package enum End: Hashable, Sendable {
        /// The file.
        case reached(PlaceID)
        /// The last name, in its directory. It was not looked up, or does not exist.
        case name(LastName, in: PlaceID)
        case stopped(Stop)
    }

    package internal(set) var steps: [Step] = []
    package internal(set) var end: End
    /// The directory in which the last name was looked up.
    package internal(set) var directory: PlaceID
}

/// The last component of a path.
package struct LastName: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case name, dot, dotDot, root }

    package let kind: Kind
    package let bytes: [UInt8]
    package let hasSlash: Bool
}

/// The way in which a system call looks up its path.
package enum WalkMode: UInt8, Hashable, Sendable {
    /// With and without `LOOKUP_FOLLOW`.
    case follow, noFollow
    /// The same with `LOOKUP_DIRECTORY`.
    case followToDirectory, noFollowToDirectory
    /// Up to the directory of the last name (`LOOKUP_PARENT`).
    case parent
    /// As open(2) with `O_CREAT`: the last name may be missing.
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

    /// Hashes all bytes at once. An array hashes its elements one by one, which took longer than the rest of a
    /// decision.
    func hash(into hasher: inout Hasher) {
        // SAFETY: the hasher only reads the bytes.
        unsafe path.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        hasher.combine(start)
        hasher.combine(mode)
    }
}

/// Walks that are not made again. A path can have two thousand names, so the steps are counted, and not the walks.
struct StoredWalks {
    private static let mostSteps = 1 << 20

    private var walks: [WalkKey: Walk] = [:]
    private var steps = 0

    subscript(_ key: WalkKey) -> Walk? { walks[key] }

    mutating func store(_ walk: Walk, for key: WalkKey) {
        if steps >= Self.mostSteps { removeAll() }
        walks[key] = walk
        steps += walk.steps.count + 1
    }

    mutating func removeAll() { self = Self() }
}
