import AccessModel
package import Kernel

/// A row of a listing: an entry, and the rights of a subject to it.
package struct ListedEntry: Hashable, Sendable {
    package var path: String
    /// The facts; nil if the entry could not be looked at.
    package var facts: Facts?
    package var rights: EntryRights
    /// The reason why a directory was not entered; nil if it was, if it is beyond the depth, and for other files.
    package var closed: Closed?

    package struct Facts: Hashable, Sendable {
        package var kind: FileKind
        /// The mode as ls(1) shows it: `drwxr-x---+`, where `+` means an access list.
        package var symbolicMode: String
        /// `0750`.
        package var octalMode: String
        package var hasList: Bool
        /// `root:shadow`.
        package var owners: String
        package var uid: UInt32
        package var gid: UInt32
        /// The target of a symbolic link.
        package var target: String?
        /// The type of the file system that is mounted here; nil if none is.
        package var mounted: String?
    }

    package enum Closed: Hashable, Sendable {
        /// The subject may not search it. The count is the number of its entries, if this process may see it. The
        /// reason names another directory on the way that refuses; nil if this one does.
        case outOfReach(count: Int?, why: String?)
        /// The reason why the files below it are not known; the text continues the path.
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

    /// The same entry, with each yes turned into not known.
    package var strict: ListedEntry {
        ListedEntry(path, facts, rights.strict, closed: closed)
    }

    /// True if every question about it has an answer.
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
