import Kernel

extension FileTree {
    /// The kernel's proc_pid_permission (fs/proc/base.c), which precedes the permission bits. With `ptraceable`, the name
    /// itself is not found (proc_pid_lookup), unless the kernel still remembers it: then the errno can be EPERM.
    func wantShown(_ id: PlaceID, _ hiding: ProcessHiding, _ subject: Credentials) throws(Stop) {
        switch isShown(self[id], hiding, to: subject) {
        case true?: return
        case nil: throw .unknown(Unknown(.hidden, at: id))
        case false?:
            let error: Errno = hiding.level == .noAccess ? .EPERM : .ENOENT
            throw .refused(Refusal(.hiddenProcess, error, at: id))
        }
    }

    /// Requires that stat(2) succeeds for a file that was reached. The kernel's pid_getattr decides about processes.
    /// Elsewhere a server or a FUSE process decides (fuse_update_get_attr).
    func wantFound(_ id: PlaceID, _ subject: Credentials) throws(Stop) {
        guard mount(of: id).rules.statsFreely else { throw undecided(id) }
        guard let hiding = self[id].hiding, hiding.level != .noAccess else { return }
        switch isShown(self[id], hiding, to: subject) {
        case true?: return
        case nil: throw .unknown(Unknown(.hidden, at: id))
        case false?: throw .refused(Refusal(.hiddenProcess, .ENOENT, at: id))
        }
    }

    /// The kernel's has_pid_permissions: whether a subject may trace a process by `PTRACE_MODE_READ_FSCREDS`,
    /// ptrace(2).
    ///
    /// The directory belongs to the effective ids of the process, or to root if its own user cannot trace it. Any other
    /// id is refused. The other ids of the process are not known here.
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
        // The creator of a process's user namespace may trace it, unless it is undumpable.
        guard let creators = hiding.creators, !creators.contains(subject.effectiveUser) else {
            return nil
        }
        return false
    }
}
