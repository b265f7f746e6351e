package import Kernel

/// Decides what execve(2) of a program makes of a process that may execute its file.
///
/// The rules are the kernel's bprm_fill_uid (fs/exec.c) and cap_bprm_creds_from_file (security/commoncap.c); see
/// capabilities(7), "Transformation of capabilities during execve()", and execve(2).
package func execution(
    of program: ProgramFile,
    by process: ProcessCredentials,
    on kernel: RunningKernel
) -> ExecutionDecision {
    var execution = Execution(program, process, kernel)
    do throws(ExecutionRefusal) {
        execution.setIDs()
        try execution.gainFromFile()
        execution.gainAsRoot()
        execution.beSafe()
        execution.settle()
        return execution.decision(.becomes(execution.new, isSecure: execution.isSecure))
    } catch {
        return execution.decision(.refused(error))
    }
}

/// The intermediate state of an execve(2).
struct Execution {
    let program: ProgramFile
    let old: ProcessCredentials
    let kernel: RunningKernel
    var new: ProcessCredentials
    /// True if the permitted set becomes effective. Otherwise only the ambient set does.
    var isEffective = false
    var hasFileCapabilities = false
    /// True if the ids before ``beSafe()`` differ from the old ones.
    var changesIDs = false
    var steps: [ExecutionStep] = []

    init(_ program: ProgramFile, _ process: ProcessCredentials, _ kernel: RunningKernel) {
        self.program = program
        self.kernel = kernel
        old = process
        new = process
        new.sets.permitted = .none
    }

    func decision(_ outcome: ExecutionDecision.Outcome) -> ExecutionDecision {
        ExecutionDecision(outcome: outcome, steps: steps)
    }

    /// The kernel's bprm_fill_uid. The set-group-id bit of a file that its group may not execute has no effect. It once
    /// meant mandatory locking.
    mutating func setIDs() {
        let setsUser = program.mode & 0o4000 != 0
        let setsGroup = program.mode & 0o2010 == 0o2010
        guard setsUser || setsGroup else { return }
        guard program.distrust == nil, !old.hasNoNewPrivileges else {
            let distrust = program.distrust.map { ExecutionStep.Distrust.mount($0) }
            return steps.append(.setIDsIgnored(distrust ?? .noNewPrivileges))
        }
        let ids = old.namespace.own.ids
        guard let owner = program.owner, ids.users.contains(outside: owner),
            let group = program.group, ids.groups.contains(outside: group)
        else { return steps.append(.setIDsIgnored(.unmapped)) }
        if setsUser {
            new.user.effective = owner
            steps.append(.setUser(owner))
        }
        if setsGroup {
            new.group.effective = group
            steps.append(.setGroup(group))
        }
    }

    /// The kernel's get_file_caps: P' = (X & fP) | (I & fI).
    mutating func gainFromFile() throws(ExecutionRefusal) {
        guard let attribute = program.capabilities else { return }
        if let distrust = program.distrust {
            return steps.append(.fileCapabilitiesIgnored(.mount(distrust)))
        }
        let file: FileCapabilities
        do { file = try attribute.get() } catch { throw .malformedFileCapabilities(error) }
        guard isRootOfOurs(file.rootUser ?? 0) else {
            return steps.append(.fileCapabilitiesIgnored(.otherRoot(file.rootUser ?? 0)))
        }
        let wanted = file.permitted.intersection(kernel.known)
        let permitted = wanted.intersection(old.sets.bounding)
        let inherited = file.inheritable.intersection(old.sets.inheritable)
        new.sets.permitted = permitted.union(inherited)
        hasFileCapabilities = true
        isEffective = file.isEffective
        if !permitted.isEmpty { steps.append(.permittedByFile(permitted)) }
        if !inherited.isEmpty { steps.append(.inherited(inherited)) }
        let missing = wanted.subtracting(new.sets.permitted)
        guard missing.isEmpty || !isEffective else { throw .lacksFileCapabilities(missing) }
    }

    /// The kernel's rootid_owns_currentns: whether the user is root of this namespace or of an ancestor.
    private func isRootOfOurs(_ user: UInt32) -> Bool {
        old.namespace.members.contains { $0.ids.users.outside(of: 0) == user }
    }

    /// The kernel's handle_privileged_root: P' = X | I.
    mutating func gainAsRoot() {
        guard let root = old.root, new.user.effective == root || new.user.real == root
        else { return }
        guard !old.secureBits.contains(.noRoot) else { return steps.append(.rootIgnored(.noRoot)) }
        guard !hasFileCapabilities || new.user.real == root else {
            return steps.append(.rootIgnored(.fileCapabilities))
        }
        new.sets.permitted = old.sets.bounding.union(old.sets.inheritable)
        steps.append(.grantedToRoot(new.sets.permitted))
        if new.user.effective == root { isEffective = true }
    }
}

// The second half of the kernel's cap_bprm_creds_from_file (security/commoncap.c).
extension Execution {
    /// Removes the privileges that a tracer or a process with shared memory could misuse.
    mutating func beSafe() {
        changesIDs = areIDsChanged
        let gained = new.sets.permitted.subtracting(old.sets.permitted)
        let dangers = dangers
        guard changesIDs || !gained.isEmpty, !dangers.isEmpty else { return }
        // A process with CAP_SETUID could have taken these ids anyway.
        if old.hasNoNewPrivileges || !old.sets.effective.contains(.setuid) {
            let gains = (new.user.effective, new.group.effective)
            (new.user.effective, new.group.effective) = (old.user.real, old.group.real)
            if gains != (old.user.real, old.group.real) { steps.append(.idsRestored) }
        }
        new.sets.permitted = new.sets.permitted.intersection(old.sets.permitted)
        if !gained.isEmpty { steps.append(.cut(gained, by: dangers)) }
    }

    /// True if the ids change. Linux 6.16 compares with the effective ids and the groups. Earlier kernels compare with
    /// the real ids, and so treat every program that a set-user-id program executes as a change.
    private var areIDsChanged: Bool {
        if kernel.version < KernelVersion(6, 16) {
            return new.user.effective != old.user.real || new.group.effective != old.group.real
        }
        return new.user.effective != old.user.effective || !old.isIn(new.group.effective)
    }

    private var dangers: Set<UnsafeExecution> {
        var dangers: Set<UnsafeExecution> = []
        if old.hasNoNewPrivileges { dangers.insert(.noNewPrivileges) }
        if old.sharesFileSystem { dangers.insert(.sharedFileSystem) }
        if old.isTracedWithoutPrivilege { dangers.insert(.tracedWithoutPrivilege) }
        return dangers
    }

    /// Adds A' to P', sets E' to P' or A', and copies the effective ids to the ids that follow them.
    mutating func settle() {
        (new.user.saved, new.user.fileSystem) = (new.user.effective, new.user.effective)
        (new.group.saved, new.group.fileSystem) = (new.group.effective, new.group.effective)
        let ambient = old.sets.ambient
        if hasFileCapabilities || changesIDs {
            new.sets.ambient = .none
            let loss: ExecutionStep.AmbientLoss =
                hasFileCapabilities ? .fileCapabilities : .changedIDs
            if !ambient.isEmpty { steps.append(.ambientCleared(ambient, by: loss)) }
        } else if !ambient.isEmpty {
            steps.append(.ambientKept(ambient))
        }
        new.sets.permitted = new.sets.permitted.union(new.sets.ambient)
        new.sets.effective = isEffective ? new.sets.permitted : new.sets.ambient
        new.secureBits.remove(.keepCaps)
    }

    /// `AT_SECURE`, see getauxval(3).
    var isSecure: Bool {
        let isElevated = isEffective || !new.sets.permitted.isSubset(of: new.sets.ambient)
        return changesIDs || new.user.effective != old.user.real
            || new.group.effective != old.group.real || (new.user.real != old.root && isElevated)
    }
}
