package import Kernel

/// The readable facts of another process at one moment.
///
/// Some facts cannot be read: its securebits, which only the process itself can ask for (prctl(2)), its Landlock
/// domain. `seccompMode` shows whether there are seccomp filters, and `ProcessHandle.filters()` reads them.
package struct ProcessFacts: Hashable, Sendable {
    package var pid: Int32
    /// The start time, in clock ticks since boot.
    package var startTime: UInt64
    /// Every thread that has not ended, in the order of their ids.
    package var threads: [ThreadCredentials]
    /// An error if this thread may not trace the process: EACCES or EPERM, see "Ptrace access mode checking" in
    /// ptrace(2).
    package var namespaces: Result<Namespaces, SystemError>
    /// Its user namespace, in the ids of ours; meaningless if it is ours.
    package var userNamespace: UserNamespace
    /// The paths of its control groups as in `/proc/PID/cgroup`, one for each hierarchy; see cgroups(7).
    package var controlGroups: [String]
    /// Its root directory; nil if this thread may not look at it.
    package var root: FileStatus?
    /// A thread whose root directory or namespaces differ from ``root`` and ``namespaces``.
    package var threadApart: Int32?

    package init(
        pid: Int32,
        startTime: UInt64 = 0,
        threads: [ThreadCredentials],
        namespaces: Result<Namespaces, SystemError>,
        userNamespace: UserNamespace = UserNamespace(users: IDMap([]), groups: IDMap([])),
        controlGroups: [String] = [],
        root: FileStatus? = nil,
        threadApart: Int32? = nil
    ) {
        self.pid = pid
        self.startTime = startTime
        self.threads = threads
        self.namespaces = namespaces
        self.userNamespace = userNamespace
        self.controlGroups = controlGroups
        self.root = root
        self.threadApart = threadApart
    }
}

extension ProcessFacts {
    /// Whether the process is in a control group or in one below it.
    package func isInControlGroup(_ group: String) -> Bool { controlGroups.areWithin(group) }
}

extension [String] {
    /// Returns whether one of some control groups is a group, or below it.
    func areWithin(_ group: String) -> Bool {
        let below = (group.endsInSlash ? group : group + "/").utf8
        return contains { $0.utf8.elementsEqual(group.utf8) || $0.utf8.starts(with: below) }
    }
}
