package import Kernel

/// What execve(2) of a program makes of a process, and by what.
package struct ExecutionDecision: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case refused(ExecutionRefusal)
        /// `isSecure` is `AT_SECURE` of getauxval(3): the loader then ignores `LD_LIBRARY_PATH` and its like.
        case becomes(ProcessCredentials, isSecure: Bool)
    }

    package let outcome: Outcome
    /// In the order in which the kernel comes to them.
    package let steps: [ExecutionStep]
}

/// Why the kernel does not execute a program whose file may be executed.
package enum ExecutionRefusal: Error, Hashable, Sendable {
    /// `EPERM`: the file's effective bit asks for all or nothing, and these would be missing.
    case lacksFileCapabilities(KernelCapabilitySet)
    case malformedFileCapabilities(MalformedFileCapabilities)
}

/// One thing that decided what a process became.
package enum ExecutionStep: Hashable, Sendable {
    /// The set-user-id bit made the effective user.
    case setUser(UInt32)
    /// The set-group-id bit made the effective group.
    case setGroup(UInt32)
    case setIDsIgnored(Distrust)
    case fileCapabilitiesIgnored(Distrust)
    /// Permitted by the file, within the bounding set.
    case permittedByFile(KernelCapabilitySet)
    /// Inheritable by both the process and the file.
    case inherited(KernelCapabilitySet)
    /// Bounding and inheritable sets, to a real or effective user who is root.
    case grantedToRoot(KernelCapabilitySet)
    case rootIgnored(RootIgnored)
    /// Gained by a process that may gain nothing, and cut to what it had.
    case cut(KernelCapabilitySet, by: Set<UnsafeExecution>)
    /// The set-id bits undone, back to the real ids.
    case idsRestored
    case ambientCleared(KernelCapabilitySet, by: AmbientLoss)
    case ambientKept(KernelCapabilitySet)

    package enum Distrust: Hashable, Sendable {
        case mount(MountDistrust)
        case noNewPrivileges
        /// The owner or the group of the file is not mapped in the process' user namespace.
        case unmapped
        /// They are for a user namespace that this is not, nor is it within that.
        case otherRoot(UInt32)
    }

    package enum RootIgnored: Hashable, Sendable {
        case noRoot
        /// A set-user-id root program with file capabilities gives others no more than those.
        case fileCapabilities
    }

    package enum AmbientLoss: Hashable, Sendable {
        case fileCapabilities
        case changedIDs
    }
}

/// Why a process may gain nothing by executing a program; the kernel's `LSM_UNSAFE_…`.
package enum UnsafeExecution: Hashable, Sendable {
    case noNewPrivileges
    case sharedFileSystem
    case tracedWithoutPrivilege
}
