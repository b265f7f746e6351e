package import Kernel

/// A change of a system that could turn a refusal into a yes, or a yes into a refusal.
package enum Change: Hashable, Sendable {
    /// The subject becomes a member of a group.
    case join(group: UInt32)
    /// Another user makes the call, with that user's groups and no kernel capability.
    case become(user: UInt32)
    /// The subject becomes the owner of a file, see chown(1).
    case owner(PlaceID)
    /// An entry for the subject in a file's access list, with these permissions; see setfacl(1).
    case listEntry(PlaceID, Permissions)
    /// Adds bits to a class of the file's mode, see chmod(1).
    case mode(PlaceID, ModeClass, Permissions)
    /// Removes the flag, like chattr(1) `-i` or `-a`.
    case notImmutable(PlaceID)
    case notAppendOnly(PlaceID)
    /// Removes an option of a mount, see mount(8).
    case mount(PlaceID, without: MountFlags)
    /// Makes a kernel capability of the subject effective.
    case capability(KernelCapability)
    /// An entry for the subject in a file's access list that takes a permission and leaves these; see setfacl(1).
    case restrictingEntry(PlaceID, Permissions, taking: Permissions)
    /// Removes bits from a class of the file's mode, see chmod(1).
    case modeWithout(PlaceID, ModeClass, Permissions)
}

/// A class of a file's mode.
package enum ModeClass: Hashable, Sendable {
    case owner, group, others

    var shift: UInt16 {
        switch self {
        case .owner: 6
        case .group: 3
        case .others: 0
        }
    }
}

/// Changes that together turn a refusal into a yes, or a yes into a refusal, proven by a second decision with them
/// applied.
package struct ProvenRemedy: Hashable, Sendable {
    /// The changes, in the order in which the kernel meets the changed objects.
    package let changes: [Change]
}

extension Credentials {
    /// Returns the subject after a change of its own, or nil for a change of a file.
    func after(_ change: Change) -> Credentials? {
        switch change {
        case .join(let group): with(groups: groups + [group], effective)
        case .become(let user): becoming(user, in: nil)
        case .capability(let capability):
            with(
                groups: groups,
                KernelCapabilitySet(mask: effective.mask | 1 << UInt64(capability.rawValue))
            )
        default: nil
        }
    }

    /// Returns another user of the same user namespace.
    ///
    /// - Parameter gid: The only group; nil for none.
    func becoming(_ other: UInt32, in gid: UInt32?) -> Credentials {
        Credentials(
            user: other,
            group: gid ?? noID,
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
            inheritable: inheritable,
            bounding: bounding,
            namespace: namespace
        )
    }
}
