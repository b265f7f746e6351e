import AccessModel
package import Kernel

/// A row of a listing: an entry, and what a subject may do with it.
package struct ListedEntry: Hashable, Sendable {
    package var path: String
    /// Nil where it could not be looked at.
    package var facts: Facts?
    package var rights: EntryRights
    /// Why a directory was not gone into; nil where it was, where that was not wanted, and for files.
    package var closed: Closed?

    package struct Facts: Hashable, Sendable {
        package var kind: FileKind
        /// `drwxr-x---+`, the sign for an access list.
        package var symbolicMode: String
        /// `0750`.
        package var octalMode: String
        package var hasList: Bool
        /// `root:shadow`.
        package var owners: String
        package var uid: UInt32
        package var gid: UInt32
        /// Where a symbolic link points to.
        package var target: String?
        /// The type of the file system that is mounted here; nil where none is.
        package var mounted: String?
    }

    package enum Closed: Hashable, Sendable {
        /// The subject may not search it. How many entries it has, where we may see that; and what refuses
        /// on the way to it, where that is another directory.
        case outOfReach(count: Int?, why: String?)
        /// Why what is below is not known; it reads on after the path.
        case notKnown(String)
    }

    package init(
        _ path: String,
        _ facts: Facts?,
        _ rights: EntryRights,
        closed: Closed? = nil
    ) {
        self.path = path
        self.facts = facts
        self.rights = rights
        self.closed = closed
    }

    /// The same, with each yes not known.
    package var strict: ListedEntry {
        ListedEntry(path, facts, rights.strict, closed: closed)
    }

    /// Whether all about it was answered.
    package var isKnown: Bool {
        if case .notKnown? = closed { return false }
        return rights.isKnown
    }
}

extension ListedEntry.Facts {
    init(_ id: PlaceID, in tree: FileTree, _ names: IDNames) {
        let place = tree[id]
        hasList = tree.list(of: id) != nil
        kind = place.kind
        symbolicMode = place.symbolicMode + (hasList ? "+" : "")
        octalMode = place.octalMode
        owners = names.owners(place.uid, place.gid)
        (uid, gid) = (place.uid, place.gid)
        target = tree.target(of: id).map { String(decoding: $0, as: UTF8.self) }
        mounted = place.isMountRoot && id != tree.root ? tree.mount(of: id).fileSystem : nil
    }
}
