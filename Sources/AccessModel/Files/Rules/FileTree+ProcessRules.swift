import Kernel

extension FileTree {
    /// The kernel's proc_pid_permission (fs/proc/base.c), which comes before the permission bits.
    func wantShown(_ id: PlaceID, _ hiding: ProcessHiding, _ subject: Credentials) throws(Stop) {
        switch isShown(self[id], hiding, to: subject) {
        case true?: return
        case nil: throw .unknown(Unknown(.hidden, at: id))
        case false?:
            let error: Errno = hiding.level == .invisible ? .ENOENT : .EPERM
            throw .refused(Refusal(.hiddenProcess, error, at: id))
        }
    }

    /// Whether stat(2) tells of a file that is reached: of a process by the kernel's pid_getattr, and elsewhere as a
    /// server or a process of FUSE has it (fuse_update_get_attr).
    func wantFound(_ id: PlaceID, _ subject: Credentials) throws(Stop) {
        guard mount(of: id).rules.statsFreely else { throw undecided(id) }
        guard let hiding = self[id].hiding, hiding.level != .noAccess else { return }
        switch isShown(self[id], hiding, to: subject) {
        case true?: return
        case nil: throw .unknown(Unknown(.hidden, at: id))
        case false?: throw .refused(Refusal(.hiddenProcess, .ENOENT, at: id))
        }
    }

    /// The kernel's has_pid_permissions: who may trace a process by `PTRACE_MODE_READ_FSCREDS`, ptrace(2).
    ///
    /// The folder belongs to the effective ids of the process, or to root where it cannot be traced by its
    /// own user: any other id is refused. What its other ids are is not known here.
    private func isShown(
        _ folder: Place,
        _ hiding: ProcessHiding,
        to subject: Credentials
    ) -> Bool? {
        let isMember = hiding.level == .ptraceable ? false : hiding.group.map(subject.isIn)
        if isMember == true { return true }
        if subject.effective.contains(.sysPtrace) {
            return subject.namespace.isInitial ? true : nil
        }
        guard !folder.hasAmbiguousOwner, isMember == false else { return nil }
        if folder.uid == subject.user, folder.gid == subject.group { return nil }
        // Who made the user namespace of a process may trace it, unless it is undumpable.
        guard let creators = hiding.creators, !creators.contains(subject.effectiveUser) else {
            return nil
        }
        return false
    }
}
