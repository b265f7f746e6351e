import Kernel

extension FileTree {
    /// File systems that cannot be written, even after mount(8).
    private static let readOnlyTypes: Set = ["erofs", "iso9660", "squashfs"]

    /// Returns whether an administrator can make changes one after another. No user can change a file that is immutable
    /// or on a read-only file system. A mount that a setting makes read-only is so only for the service.
    ///
    /// - Throws: Only ``Stop/lacks(_:)``: a fact that decides it.
    func canBeMade(_ changes: [Change], for subject: Credentials) throws(Stop) -> Bool {
        let outside = changes.compactMap(\.changedFile)
            .filter { mount(of: $0).settings.readOnly != nil }
            .map { Change.mount($0, without: .readOnly) }
        for (index, change) in changes.enumerated() {
            let found = after(outside + changes[..<index], for: subject) { _ in
                Result { () throws(Stop) in try canBeMade(change, for: subject) }
            }
            guard try found.get() else { return false }
        }
        return true
    }

    private func canBeMade(_ change: Change, for subject: Credentials) throws(Stop) -> Bool {
        do throws(Stop) {
            switch change {
            case .listEntry(let id, _), .restrictingEntry(let id, _, _):
                // If the upper layer of an overlay is not visible, the note of the remedy says what it needs.
                try setListIfKept(id, .administrator)
                return mount(of: id).users?.contains(outside: subject.user) ?? true
            case .mode(let id, _, _), .modeWithout(let id, _, _):
                try changeMode(id, .administrator)
            case .notImmutable(let id), .notAppendOnly(let id): try wantWrite(id)
            case .mount(let id, let flags): return canRemount(mount(of: id), without: flags)
            case .owner(let id): try changeOwner(id, to: subject.user, .administrator)
            case .join, .become, .capability: break
            }
            return true
        } catch .lacks(let fact) {
            throw .lacks(fact)
        } catch {
            return false
        }
    }

    /// File systems whose files do not open freely refuse execution and devices by their type.
    private func canRemount(_ mount: Mount, without flags: MountFlags) -> Bool {
        // systemd would set them again.
        if flags.contains(.readOnly), mount.settings.readOnly != nil { return false }
        if flags.contains(.noExec), mount.settings.noExec != nil { return false }
        let isWritable = !Self.readOnlyTypes.contains(mount.fileSystem)
        return !mount.point.isEmpty && mount.rules.opensFreely
            && (isWritable || !flags.contains(.superblockReadOnly))
    }
}

extension Change {
    /// The file that an administrator changes; nil for a change of the subject or of a mount.
    fileprivate var changedFile: PlaceID? {
        switch self {
        case .owner(let id), .listEntry(let id, _), .mode(let id, _, _), .notImmutable(let id),
            .notAppendOnly(let id), .restrictingEntry(let id, _, _), .modeWithout(let id, _, _):
            id
        case .join, .become, .mount, .capability: nil
        }
    }
}

extension Credentials {
    fileprivate static let administrator = Credentials(
        user: 0,
        group: 0,
        effective: KernelCapabilitySet(mask: .max)
    )
}
