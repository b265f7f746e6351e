package import Kernel

/// The effect of execve(2) on a process, and the steps that led to it.
package struct ExecutionDecision: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        case refused(ExecutionRefusal)
        /// `isSecure` is `AT_SECURE` of getauxval(3): the loader then ignores variables such as `LD_LIBRARY_PATH`.
        case becomes(ProcessCredentials, isSecure: Bool)
    }

    package let outcome: Outcome
    /// The steps, in the kernel's order.
    package let steps: [ExecutionStep]
}

/// The reason why the kernel does not execute a program although its file may be executed.
package enum ExecutionRefusal: Error, Hashable, Sendable {
    /// `EPERM`: the effective bit of the file requires all its kernel capabilities, and these would be missing.
    case lacksFileCapabilities(KernelCapabilitySet)
    case malformedFileCapabilities(MalformedFileCapabilities)
}

/// One step that determined the new credentials.
package enum ExecutionStep: Hashable, Sendable {
    /// The set-user-id bit made the effective user.
    case setUser(UInt32)
    /// The set-group-id bit made the effective group.
    case setGroup(UInt32)
    case setIDsIgnored(Distrust)
    case fileCapabilitiesIgnored(Distrust)
    /// The file grants these, within the bounding set.
    case permittedByFile(KernelCapabilitySet)
    /// These are inheritable for both the process and the file.
    case inherited(KernelCapabilitySet)
    /// The real or effective user is root, and gets its bounding and inheritable sets.
    case grantedToRoot(KernelCapabilitySet)
    case rootIgnored(RootIgnored)
    /// The process must not gain privileges, so these gains are removed again.
    case cut(KernelCapabilitySet, by: Set<UnsafeExecution>)
    /// The effect of the set-id bits is undone: the real ids are restored.
    case idsRestored
    case ambientCleared(KernelCapabilitySet, by: AmbientLoss)
    case ambientKept(KernelCapabilitySet)

    package enum Distrust: Hashable, Sendable {
        case mount(MountDistrust)
        case noNewPrivileges
        /// The owner or the group of the file is not mapped in the process' user namespace.
        case unmapped
        /// They apply to another user namespace, which is neither this one nor an ancestor.
        case otherRoot(UInt32)
    }

    package enum RootIgnored: Hashable, Sendable {
        case noRoot
        /// A set-user-id root program with file capabilities gives other users only those.
        case fileCapabilities
    }

    package enum AmbientLoss: Hashable, Sendable {
        case fileCapabilities
        case changedIDs
    }
}

/// The reason why a process must not gain privileges by executing a program; the kernel's `LSM_UNSAFE_…`.
package enum UnsafeExecution: Hashable, Sendable {
    case noNewPrivileges
    case sharedFileSystem
    case tracedWithoutPrivilege
}
