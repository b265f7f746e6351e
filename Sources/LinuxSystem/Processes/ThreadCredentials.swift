package import Kernel

/// The credentials of a thread, see credentials(7). The ids are those that this process' user namespace shows.
package struct ThreadCredentials: Hashable, Sendable {
    package var thread: Int32
    /// The process that the thread belongs to.
    package var process: Int32
    package var user: CredentialIDs
    package var group: CredentialIDs
    package var groups: [UInt32]
    package var capabilities: KernelCapabilitySets
    package var hasNoNewPrivileges: Bool
    /// Nil for another thread, because only the thread itself can read them.
    package var secureBits: SecureBits?
    /// 0 none, 1 strict, 2 filter; see `Seccomp` in proc_pid_status(5).
    package var seccompMode: Int
    /// Whether the thread has ended. A main thread stays, with its last credentials, until all threads have ended.
    package var hasEnded: Bool

    /// A thread whose four user ids are the same, and whose four group ids are the same.
    ///
    /// - Parameter process: Nil for the process whose main thread this is.
    package init(
        thread: Int32,
        process: Int32? = nil,
        user: UInt32,
        group: UInt32,
        groups: [UInt32] = [],
        capabilities: KernelCapabilitySets = KernelCapabilitySets()
    ) {
        self.thread = thread
        self.process = process ?? thread
        self.user = CredentialIDs(user)
        self.group = CredentialIDs(group)
        self.groups = groups
        self.capabilities = capabilities
        (hasNoNewPrivileges, seccompMode, hasEnded) = (false, 0, false)
    }
}

extension ThreadCredentials {
    /// Parses `/proc/PID/task/TID/status`, see proc_pid_status(5).
    ///
    /// - Returns: nil if a line that the decision needs is missing or malformed.
    package init?(status bytes: [UInt8]) {
        self.init(StatusFields(bytes))
    }

    init?(_ fields: StatusFields) {
        guard let thread = fields["Pid:"]?.first.flatMap({ Int32($0) }),
            let process = fields["Tgid:"]?.first.flatMap({ Int32($0) }),
            let users = fields["Uid:"]?.compactMap({ UInt32($0) }), users.count == 4,
            let groupIDs = fields["Gid:"]?.compactMap({ UInt32($0) }), groupIDs.count == 4,
            let groups = fields["Groups:"]?.compactMap({ UInt32($0) }),
            let capabilities = fields.capabilities,
            let noNewPrivileges = fields["NoNewPrivs:"]?.first
        else { return nil }
        self.init(
            thread: thread,
            process: process,
            user: users[0],
            group: groupIDs[0],
            groups: groups,
            capabilities: capabilities
        )
        (self.user, self.group) = (CredentialIDs(status: users), CredentialIDs(status: groupIDs))
        hasNoNewPrivileges = noNewPrivileges == "1"
        seccompMode = fields["Seccomp:"]?.first.flatMap { Int($0) } ?? 0
        hasEnded = fields["State:"]?.first.map { "ZX".contains($0) } ?? false
    }
}

extension CredentialIDs {
    /// - Parameter ids: The four ids of a line of proc_pid_status(5).
    fileprivate init(status ids: [UInt32]) {
        self.init(real: ids[0], effective: ids[1], saved: ids[2], fileSystem: ids[3])
    }
}
