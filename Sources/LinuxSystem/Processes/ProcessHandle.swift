import CLinux
import Glibc
import Kernel

/// A handle of another process. It notices the end of the process, and a later process with its id.
///
/// The id belongs to the process until it has ended. So all facts read by the id before ``requireAlive()`` succeeds are
/// facts of this process.
/// - SeeAlso: pidfd_open(2).
package struct ProcessHandle: ~Copyable, Sendable {
    package let pid: Int32
    private let descriptor: Descriptor
    /// The folder in which proc(5) shows what its threads share.
    private let folder: String

    /// - Throws: ``SystemError`` with `ESRCH` if there is no such process, if it has ended and waits to be reaped, or
    ///   if the id is that of a thread other than the main one; with `EPERM` if proc(5) hides it.
    package init(pid: Int32) throws(SystemError) {
        let handle = Self(pid: pid, descriptor: try Self.open(pid))
        try handle.requireAlive()
        try handle.requireVisible()
        self = handle
    }

    private init(pid: Int32, descriptor: consuming Descriptor) {
        self.pid = pid
        self.descriptor = descriptor
        folder = "/proc/\(ProcessCalls.livingThread(ofProcess: pid))"
    }

    private func requireVisible() throws(SystemError) {
        // SAFETY: the call only reads the path.
        guard unsafe access("/proc/\(pid)", F_OK) != 0 else { return }
        try requireAlive()
        let remedy = "proc(5) hides it (hidepid); ask as root"
        throw SystemError("open(2)", "process \(pid)", code: EPERM, remedy: remedy)
    }

    private static func open(_ pid: Int32) throws(SystemError) -> Descriptor {
        let number = clinux_pidfd_open(pid)
        guard number >= 0 else {
            // ENOENT since Linux 6.9, EINVAL before: the thread is not a main thread.
            let code = errno == EINVAL || errno == ENOENT ? ESRCH : errno
            throw SystemError("pidfd_open(2)", "process \(pid)", code: code)
        }
        return Descriptor(owning: number)
    }

    /// - Throws: ``SystemError`` with `ESRCH` if the process has ended.
    package func requireAlive() throws(SystemError) {
        var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one struct; with a time-out of 0 it does not wait.
        let count = unsafe poll(&state, 1, 0)
        guard count >= 0 else { throw SystemError("poll(2)", "process \(pid)", code: errno) }
        guard count == 0 else { throw SystemError("pidfd_open(2)", "process \(pid)", code: ESRCH) }
    }

    /// Calls `tell` when the process has ended, on the thread that serves all events. If it has ended already, the call
    /// comes at once.
    ///
    /// - Returns: The listener. Its release, or the end of this handle, ends the calls.
    /// - Throws: ``SystemError`` as in ``DescriptorEvents``.
    package func listen(
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DescriptorEvents.Listener {
        try DescriptorEvents.shared.listen(to: descriptor.number, tell)
    }

    /// Opens the root directory of the process as a place. From there, a walk with `RESOLVE_IN_ROOT` sees files as the
    /// process does, in its mount namespace; see openat2(2).
    ///
    /// - Throws: ``SystemError`` with `EACCES` if this thread may not trace the process; with `ESRCH` if it has ended.
    package func openRoot() throws(SystemError) -> Descriptor {
        try read { () throws(SystemError) in
            try FileCalls.openPlace("\(folder)/root", follow: true)
        }
    }

    /// Opens a namespace of the process, for ioctl_ns(2) and setns(2).
    ///
    /// - Throws: as ``openRoot()``.
    package func openNamespace(_ kind: Namespaces.Kind) throws(SystemError) -> Descriptor {
        let path = "\(folder)/ns/\(kind.rawValue)"
        return try read { () throws(SystemError) in
            // SAFETY: `path` lives until the call returns, and the kernel only reads it.
            let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
            guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
            return Descriptor(owning: number)
        }
    }

    /// - Throws: ``SystemError`` with `ESRCH` if the process ended during the read, even if `body` succeeded.
    private func read<Found: ~Copyable>(
        _ body: () throws(SystemError) -> Found
    ) throws(SystemError) -> Found {
        do throws(SystemError) {
            let found = try body()
            try requireAlive()
            return found
        } catch {
            try requireAlive()
            throw error
        }
    }
}

extension ProcessHandle {
    /// - Throws: ``SystemError`` with `ESRCH` if the process ended meanwhile; otherwise as the reads of proc(5) files
    ///   fail.
    package func facts() throws(SystemError) -> ProcessFacts {
        try read { () throws(SystemError) in
            let threads = try ProcessCalls.credentials(ofProcess: pid)
            let namespaces = Self.namespaces(in: folder)
            let root = Self.root(in: folder)
            return ProcessFacts(
                pid: pid,
                startTime: try ProcessCalls.startTime(ofProcess: pid),
                threads: threads,
                namespaces: namespaces,
                userNamespace: UserNamespace(
                    users: try map("uid_map"),
                    groups: try map("gid_map"),
                    allowsSetgroups: UserNamespaces.allowsSetgroups(in: folder)
                ),
                controlGroups: try Self.controlGroups(in: folder),
                root: root,
                threadApart: threads.count > 1 ? apart(threads, namespaces, root) : nil
            )
        }
    }

    /// Returns the confinement of the process, which combines that of all its threads.
    ///
    /// - Throws: as ``facts()``.
    package func confinement() throws(SystemError) -> Confinement {
        try read { () throws(SystemError) in
            let threads = try ProcessCalls.credentials(ofProcess: pid)
            var labels: [SecurityLabel] = []
            for thread in threads {
                let folder = "/proc/\(pid)/task/\(thread.thread)/attr"
                let found = try ProcessCalls.labels(under: folder)
                labels += found.filter { !labels.contains($0) }
            }
            return Confinement(threads, labels: labels)
        }
    }

    /// Returns a thread with other namespaces or another root than the process: unshare(2), setns(2) and chroot(2) can
    /// move a single thread. A thread that ends meanwhile is not returned.
    private func apart(
        _ threads: [ThreadCredentials],
        _ namespaces: Result<Namespaces, SystemError>,
        _ root: FileStatus?
    ) -> Int32? {
        threads.map(\.thread).first { thread in
            let folder = "/proc/\(pid)/task/\(thread)"
            if case .success(let theirs) = Self.namespaces(in: folder),
                case .success(let ours) = namespaces, theirs != ours
            {
                return true
            }
            guard let root, let other = Self.root(in: folder) else { return false }
            return (root.mount, root.facts.inode) != (other.mount, other.facts.inode)
        }
    }

    private static func namespaces(in folder: String) -> Result<Namespaces, SystemError> {
        Result { () throws(SystemError) in try Namespaces(under: "\(folder)/ns") }
    }

    private static func root(in folder: String) -> FileStatus? {
        guard let place = try? FileCalls.openPlace("\(folder)/root", follow: true) else {
            return nil
        }
        return try? FileCalls.status(of: place, at: "/")
    }

    private func map(_ name: String) throws(SystemError) -> IDMap {
        let path = "\(folder)/\(name)"
        do throws(SystemError) {
            if let map = IDMap(parsing: try text(at: path)) { return map }
        } catch  where error.code == EINVAL {
            // The thread has ended: proc_id_map_open, fs/proc/base.c.
            throw SystemError("open(2)", path, code: ESRCH)
        }
        throw SystemError("read(2)", path, code: EINVAL)
    }

    /// Returns the paths of the control groups of a process, one for each hierarchy. They are in lines such as
    /// `0::/system.slice` and `1:name=systemd:/system.slice`, and can contain colons.
    ///
    /// - Parameter folder: Its folder in proc(5).
    static func controlGroups(in folder: String) throws(SystemError) -> [String] {
        let path = "\(folder)/cgroup"
        do throws(SystemError) {
            let text = String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
            return text.split(separator: "\n").compactMap { line in
                let fields = line.split(
                    separator: ":",
                    maxSplits: 2,
                    omittingEmptySubsequences: false
                )
                return fields.count == 3 ? String(fields[2]) : nil
            }
        } catch  where error.code == ENOENT {
            return []  // a kernel without control groups
        }
    }

    private func text(at path: String) throws(SystemError) -> String {
        String(decoding: try SmallFile.bytes(at: path), as: UTF8.self)
    }
}
