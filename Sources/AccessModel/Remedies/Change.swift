package import Kernel

/// One change of a system that could turn a refusal into a yes.
package enum Change: Hashable, Sendable {
    /// The subject becomes a member of a group.
    case join(group: UInt32)
    /// The call is made by another user, with the groups of that user and no kernel capability.
    case become(user: UInt32)
    /// A file is given to the subject, see chown(1).
    case owner(PlaceID)
    /// An entry for the subject in a file's access list, with these permissions; see setfacl(1).
    case listEntry(PlaceID, Permissions)
    /// Bits that a class of the file's mode lacks, see chmod(1).
    case mode(PlaceID, ModeClass, Permissions)
    /// chattr(1) `-i`, `-a`.
    case notImmutable(PlaceID)
    case notAppendOnly(PlaceID)
    /// A mount's option is taken back, see mount(8).
    case mount(PlaceID, without: MountFlags)
    /// The subject has a kernel capability in effect.
    case capability(KernelCapability)
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

/// Changes that together turn a refusal into a yes, proven by deciding again with them applied.
package struct ProvenRemedy: Hashable, Sendable {
    /// In the order in which the kernel would come upon what they change.
    package let changes: [Change]
}

extension Credentials {
    /// The subject after a change of its own; nil where the change is one of a file.
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

    /// Another user of the same user namespace.
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
