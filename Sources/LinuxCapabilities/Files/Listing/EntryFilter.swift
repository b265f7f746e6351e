/// The entries of a listing that the user wants to see.
package struct EntryFilter: Hashable, Sendable {
    /// A right of a subject to an entry; see ``EntryRights``.
    package enum Right: String, CaseIterable, Hashable, Sendable {
        case read, write, execute, create, delete
    }

    /// A right that the subject has or may have; nil for any entry.
    private let right: Right?
    private let isOfOthers: Bool

    /// - Parameter isOfOthers: True to leave out entries that the subject owns.
    package init(right: Right? = nil, isOfOthers: Bool = false) {
        self.right = right
        self.isOfOthers = isOfOthers
    }

    /// Returns whether the filter admits an entry. It admits an entry whose contents or rights are not known.
    ///
    /// - Parameter owners: The user ids of the subject.
    package func admits(_ entry: ListedEntry, by owners: Set<UInt32>) -> Bool {
        if case .notKnown? = entry.closed { return true }
        if isOfOthers, let facts = entry.facts, owners.contains(facts.uid) { return false }
        guard let right else { return true }
        switch entry.rights[right] {
        case .yes, .unknown: return true
        case .no, nil: return false
        }
    }
}

extension EntryRights {
    fileprivate subscript(right: EntryFilter.Right) -> Answer? {
        switch right {
        case .read: read
        case .write: write
        case .execute: execute
        case .create: create
        case .delete: delete
        }
    }
}
