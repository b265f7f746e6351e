/// Whether and how a process that lacks a kernel capability could get it over its own user namespace.
package enum RaisingCapability: Hashable, Sendable {
    /// It is effective.
    case hasIt
    /// It is permitted: capset(2) makes it effective.
    case canRaiseItself
    /// Permitted after executing any of these, from a mount whose set-id bits and file capabilities count.
    case byExecution([RaisingProgram])
    /// All that hold; the first alone may be enough.
    case never([RaisingObstacle])
}

/// A program that would give a capability to who executes it.
package enum RaisingProgram: Hashable, Sendable {
    /// Every program, since the process is root; then no other way is told.
    case any
    /// Every program, once the process has made itself root by setuid(2).
    case anyAsRoot
    /// One with the capability in its inheritable set.
    case inheritingFile
    /// One with the capability in its permitted set.
    case permittingFile
    /// One of root's with the set-user-id bit.
    case setUserRoot
}

/// What stands between a process and a capability.
package enum RaisingObstacle: Hashable, Sendable {
    /// The running kernel knows no such capability.
    case unknownToKernel
    /// What is not in the bounding set can only be inherited, and this is not inheritable.
    case notInBounding
    case noNewPrivileges
    /// A tracer without CAP_SYS_PTRACE, who is taken to follow its children.
    case tracedWithoutPrivilege
}
