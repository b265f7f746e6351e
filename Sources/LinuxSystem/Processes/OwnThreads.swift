/// The threads of this process.
package struct OwnThreads: Sendable {
    package var calling: ThreadCredentials
    /// The other threads, in the order of their ids.
    package var others: [ThreadCredentials]

    package init(calling: ThreadCredentials, others: [ThreadCredentials] = []) {
        (self.calling, self.others) = (calling, others)
    }

    /// Whether any thread has a seccomp filter; see `Seccomp` in proc_pid_status(5).
    package var haveSystemCallFilter: Bool {
        calling.seccompMode == 2 || others.contains { $0.seccompMode == 2 }
    }
}
