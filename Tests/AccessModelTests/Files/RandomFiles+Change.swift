import AccessModel
import Kernel

/// The effects of chmod(1), setfacl(1), chattr(1) and mount(8). They are written independently of the rules under test.
extension RandomFiles {
    mutating func make(_ change: Change, for subject: inout Credentials) {
        switch change {
        case .join(let group): subject = subject.with(group)
        case .become(let user): subject = subject.with(user: user)
        case .owner(let id): files[Int(id.index)].place.uid = subject.user
        case .capability(let capability): subject = subject.with(capability)
        case .listEntry(let id, let permissions), .restrictingEntry(let id, let permissions, _):
            setEntry(of: subject.user, permissions, of: Int(id.index))
        case .mode(let id, let modeClass, let permissions):
            changeBits(of: Int(id.index), modeClass) { $0 | permissions.rawValue }
        case .modeWithout(let id, let modeClass, let permissions):
            changeBits(of: Int(id.index), modeClass) { $0 & ~permissions.rawValue }
        case .notImmutable(let id): files[Int(id.index)].place.isImmutable = false
        case .notAppendOnly(let id): files[Int(id.index)].place.isAppendOnly = false
        case .mount(let id, let flags): mounts[files[Int(id.index)].mount].flags.subtract(flags)
        }
    }

    private mutating func setEntry(of user: UInt32, _ permissions: Permissions, of index: Int) {
        let mode = files[index].place.mode
        var entries: [ListEntry.Tag: UInt8] = [
            .owner: UInt8(mode >> 6 & 7), .owningGroup: UInt8(mode >> 3 & 7),
            .other: UInt8(mode & 7),
        ]
        for entry in files[index].list ?? [] { entries[entry.tag] = entry.permissions.rawValue }
        entries[.user(user)] = permissions.rawValue
        let unmasked: Set<ListEntry.Tag> = [.owner, .mask, .other]
        let mask = entries.filter { !unmasked.contains($0.key) }.values.reduce(0, |)
        entries[.mask] = mask
        files[index].list = entries.map { ListEntry($0, Permissions(rawValue: $1)) }
            .sorted { $0.tag.order < $1.tag.order }
        files[index].place.mode = mode & ~0o070 | UInt16(mask) << 3
    }

    private mutating func changeBits(
        of index: Int,
        _ modeClass: ModeClass,
        _ change: (UInt8) -> UInt8
    ) {
        let shift: UInt16
        let tag: ListEntry.Tag
        switch modeClass {
        case .owner: (shift, tag) = (6, .owner)
        case .group: (shift, tag) = (3, .mask)
        case .others: (shift, tag) = (0, .other)
        }
        let mode = files[index].place.mode
        let bits = change(UInt8(mode >> shift & 7))
        files[index].place.mode = mode & ~(7 << shift) | UInt16(bits) << shift
        files[index].list = files[index].list?.map { entry in
            entry.tag == tag
                ? ListEntry(tag, Permissions(rawValue: change(entry.permissions.rawValue))) : entry
        }
    }
}

extension ListEntry.Tag {
    /// The kernel's order of entries. Groups are sorted by number.
    fileprivate var order: UInt64 {
        switch self {
        case .owner: 0
        case .user(let id): 1 << 32 | UInt64(id)
        case .owningGroup: 2 << 32
        case .group(let id): 3 << 32 | UInt64(id)
        case .mask: 4 << 32
        case .other: 5 << 32
        }
    }
}

extension Credentials {
    func with(_ capability: KernelCapability) -> Credentials {
        with(groups: groups, KernelCapabilitySet(mask: effective.mask | 1 << capability.rawValue))
    }

    func with(_ group: UInt32) -> Credentials { with(groups: groups + [group], effective) }

    /// Returns another user in the same groups, without kernel capabilities.
    func with(user: UInt32) -> Credentials {
        Credentials(
            user: user,
            group: group,
            groups: groups,
            bounding: bounding,
            namespace: namespace
        )
    }

    private func with(groups: [UInt32], _ effective: KernelCapabilitySet) -> Credentials {
        Credentials(
            user: user,
            group: group,
            groups: groups,
            effective: effective,
            bounding: bounding,
            namespace: namespace
        )
    }
}
