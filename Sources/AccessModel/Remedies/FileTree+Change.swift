import Kernel

extension FileTree {
    /// Decides as if some changes had been made, and restores the facts afterwards.
    ///
    /// - Returns: The stop of the first question that has one.
    package func refusal(
        of questions: [FileQuestion],
        for subject: Credentials,
        after changes: [Change]
    ) -> Stop? {
        after(changes, for: subject) { subject in
            for question in questions {
                if let stop = refusal(of: question, for: subject) { return stop }
            }
            return nil
        }
    }

    /// Runs a body with some changes made, and restores the facts afterwards.
    func after<Result>(
        _ changes: [Change],
        for subject: Credentials,
        _ body: (_ changed: Credentials) -> Result
    ) -> Result {
        let before = (places, details, mounts, walks)
        defer { restore(before) }
        var subject = subject
        for change in changes {
            if let changed = subject.after(change) {
                subject = changed
            } else {
                apply(change, subject)
            }
        }
        return body(subject)
    }

    private func apply(_ change: Change, _ subject: Credentials) {
        switch change {
        case .listEntry(let id, let permissions), .restrictingEntry(let id, let permissions, _):
            addEntry(permissions, to: id, for: subject)
        case .mode(let id, let modeClass, let permissions):
            changeBits(of: id) { $0 | UInt16(permissions.rawValue) << modeClass.shift }
        case .modeWithout(let id, let modeClass, let permissions):
            changeBits(of: id) { $0 & ~(UInt16(permissions.rawValue) << modeClass.shift) }
        case .notImmutable(let id): update(id) { $0.isImmutable = false }
        case .notAppendOnly(let id): update(id) { $0.isAppendOnly = false }
        case .mount(let id, let flags): changeMount(of: id) { $0.subtract(flags) }
        case .owner(let id): update(id) { $0.uid = subject.user }
        case .join, .become, .capability: break
        }
    }

    /// Changes bits as chmod(1) does.
    private func changeBits(of id: PlaceID, _ change: (UInt16) -> UInt16) {
        setMode(of: id, change)
        guard let list = list(of: id) else { return }
        setList(self[id].listAfterChmod(of: list), of: id)
    }

    /// Adds an entry as setfacl(1) `--modify` does. The mask becomes the union of all entries that it limits.
    private func addEntry(
        _ permissions: Permissions,
        to id: PlaceID,
        for subject: Credentials
    ) {
        let place = self[id]
        var entries =
            list(of: id) ?? [
                ListEntry(.owner, place.permissions(shift: 6)),
                ListEntry(.owningGroup, place.permissions(shift: 3)),
                ListEntry(.other, place.permissions(shift: 0)),
            ]
        entries.removeAll { $0.tag == .mask || $0.tag == .user(subject.user) }
        entries.insert(ListEntry(.user(subject.user), permissions), at: 1)
        let mask = entries.reduce(into: Permissions()) { mask, entry in
            if entry.isMasked { mask.formUnion(entry.permissions) }
        }
        entries.append(ListEntry(.mask, mask))
        setList(entries, of: id)
        setMode(of: id) { $0 & ~0o070 | UInt16(mask.rawValue) << 3 }
    }
}

extension FileTree {
    /// Returns whether setfacl(1), which recalculates the mask for a new entry of a user, gives others permissions that
    /// the mask has withheld.
    package func isMaskRaised(on id: PlaceID, forEntryOf user: UInt32) -> Bool {
        let list = list(of: id) ?? []
        let mask = list.first { $0.tag == .mask }?.permissions ?? [.read, .write, .execute]
        return list.contains { entry in
            entry.isMasked && entry.tag != .user(user) && !entry.permissions.isSubset(of: mask)
        }
    }
}

extension ListEntry {
    fileprivate var isMasked: Bool {
        switch tag {
        case .user, .owningGroup, .group: true
        case .owner, .mask, .other: false
        }
    }
}
