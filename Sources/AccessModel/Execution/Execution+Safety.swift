import Kernel

// The second half of the kernel's cap_bprm_creds_from_file (security/commoncap.c).
extension Execution {
    /// What nobody may gain who could be made to misuse it.
    mutating func beSafe() {
        changesIDs = areIDsChanged
        let gained = new.sets.permitted.subtracting(old.sets.permitted)
        let dangers = dangers
        guard changesIDs || !gained.isEmpty, !dangers.isEmpty else { return }
        // Who has CAP_SETUID could have taken the ids anyway.
        if old.hasNoNewPrivileges || !old.sets.effective.contains(.setuid) {
            let gains = (new.user.effective, new.group.effective)
            (new.user.effective, new.group.effective) = (old.user.real, old.group.real)
            if gains != (old.user.real, old.group.real) { steps.append(.idsRestored) }
        }
        new.sets.permitted = new.sets.permitted.intersection(old.sets.permitted)
        if !gained.isEmpty { steps.append(.cut(gained, by: dangers)) }
    }

    /// Linux 6.16 compares with what the process could do before, and until then with its real ids, so
    /// that every program a set-user-id program executed was taken for another.
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

    /// P' gets A', E' = P' or A', and the ids that follow the effective ones do.
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
