extension FileTree {
    /// How many files one remedy may change.
    private static let changeLimit = 4

    /// What would turn a refusal into a yes, each proven, and those first that allow little else.
    ///
    /// - Throws: ``Stop/lacks(_:)`` alone: a fact beyond the refusal that a proof needs.
    package func remedies(
        of refusal: Refusal,
        in question: FileQuestion,
        for subject: Credentials
    ) throws(Stop) -> [ProvenRemedy] {
        var proven: [ProvenRemedy] = []
        for first in candidates(for: refusal, subject) {
            if let remedy = try self.proven(first, in: question, for: subject) {
                proven.append(remedy)
            }
        }
        return proven
    }

    /// A change may let the subject come to the next refusal: what mends that in the same way belongs to it.
    private func proven(
        _ first: Change,
        in question: FileQuestion,
        for subject: Credentials
    ) throws(Stop) -> ProvenRemedy? {
        var changes = [first]
        while changes.count <= Self.changeLimit {
            switch self.refusal(of: question, for: subject, after: changes) {
            case nil: return ProvenRemedy(changes: changes)
            case .refused(let next):
                let same = candidates(for: next, subject).first {
                    $0.isLike(first) && !changes.contains($0)
                }
                guard let same else { return nil }
                changes.append(same)
            case .unknown: return nil
            case .lacks(let fact): throw .lacks(fact)
            }
        }
        return nil
    }

    private func candidates(for refusal: Refusal, _ subject: Credentials) -> [Change] {
        let id = refusal.place
        switch refusal.cause {
        case .permissionRefused: return permissionChanges(refusal, subject)
        case .immutable: return [.notImmutable(id)]
        case .appendOnly: return [.notAppendOnly(id)]
        case .readOnlyMount, .readOnlyFileSystem:
            return [.mount(id, without: [.readOnly, .superblockReadOnly])]
        case .noExecMount: return [.mount(id, without: .noExec)]
        case .noDevMount: return [.mount(id, without: .noDev)]
        case .noSymlinkFollow: return [.mount(id, without: .noSymlinkFollow)]
        case .notOwner, .sticky, .protectedHardlink: return [.capability(.fowner)]
        case .needsChown: return [.capability(.chown)]
        case .needsMknod: return [.capability(.mknod)]
        default: return []
        }
    }

    private func permissionChanges(_ refusal: Refusal, _ subject: Credentials) -> [Change] {
        let id = refusal.place
        let place = self[id]
        let wanted = refusal.wanted
        guard place.permissionRule == .generic else { return [] }
        let (permissionClass, granted) = place.classThatCounts(wanted, list(of: id), subject)
        let capabilities: [Change] = [.capability(.dacReadSearch), .capability(.dacOverride)]
        let lacking = wanted.subtracting(granted)
        if permissionClass == .owner { return [.mode(id, .owner, lacking)] + capabilities }
        let groups = groupsThatMay(wanted, place, list(of: id)).map { Change.join(group: $0) }
        let entry =
            mount(of: id).rules.hasAccessLists ? [Change.listEntry(id, granted.union(wanted))] : []
        let mode: Change =
            switch permissionClass {
            case .group, .listOwningGroup: .mode(id, .group, lacking)
            default: .mode(id, .others, lacking)
            }
        return groups + entry + [mode] + capabilities
    }

    /// The groups whose members may, the file's own first.
    private func groupsThatMay(
        _ wanted: Permissions,
        _ place: Place,
        _ list: [ListEntry]?
    ) -> [UInt32] {
        guard let list, place.mode & 0o070 != 0 else {
            let may = place.permissions(shift: 3).isSuperset(of: wanted)
            return may && place.gid != noID ? [place.gid] : []
        }
        return list.compactMap { entry in
            guard entry.permissions.isSuperset(of: wanted) else { return nil }
            switch entry.tag {
            case .owningGroup: return place.gid
            case .group(let gid): return gid
            default: return nil
            }
        }
    }
}

extension Change {
    /// Whether both are of one kind, so that they can make one remedy.
    fileprivate func isLike(_ other: Change) -> Bool {
        switch (self, other) {
        case (.join, .join), (.listEntry, .listEntry), (.mode, .mode),
            (.notImmutable, .notImmutable), (.notAppendOnly, .notAppendOnly), (.mount, .mount):
            true
        default: false
        }
    }
}
