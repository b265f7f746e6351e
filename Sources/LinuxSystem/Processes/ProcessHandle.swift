import CLinux
import Glibc
import Kernel

/// Another process, held so that neither its end nor another process with its id goes unnoticed.
///
/// The id belongs to nobody else as long as the process has not ended: what was read by it before
/// ``requireAlive()`` succeeds was read of this process.
/// - SeeAlso: pidfd_open(2).
package struct ProcessHandle: ~Copyable, Sendable {
    package let pid: Int32
    private let descriptor: Descriptor
    /// Where proc(5) shows what its threads share.
    private let folder: String

    /// - Throws: ``SystemError`` with `ESRCH` where there is no such process, or it has ended and waits to
    ///   be reaped, or the id is that of another thread than the main one; with `EPERM` where proc(5)
    ///   hides it.
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
            // ENOENT since Linux 6.9, EINVAL before, for a thread that is not the main one.
            let code = errno == EINVAL || errno == ENOENT ? ESRCH : errno
            throw SystemError("pidfd_open(2)", "process \(pid)", code: code)
        }
        return Descriptor(owning: number)
    }

    /// - Throws: ``SystemError`` with `ESRCH` where the process has ended.
    package func requireAlive() throws(SystemError) {
        var state = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one struct; without a limit above 0 it does not wait.
        let count = unsafe poll(&state, 1, 0)
        guard count >= 0 else { throw SystemError("poll(2)", "process \(pid)", code: errno) }
        guard count == 0 else { throw SystemError("pidfd_open(2)", "process \(pid)", code: ESRCH) }
    }

    /// Calls `tell` when the process has ended, on the thread of all events; at once where it has.
    ///
    /// - Returns: Ends it when it is let go; the end of this handle does too.
    /// - Throws: ``SystemError`` as ``DescriptorEvents`` has it.
    package func listen(
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> DescriptorEvents.Listener {
        try DescriptorEvents.shared.listen(to: descriptor.number, tell)
    }

    /// Opens its root directory as a place, from which a walk with `RESOLVE_IN_ROOT` sees files as it does:
    /// in its mount namespace, see openat2(2).
    ///
    /// - Throws: ``SystemError`` with `EACCES` where we may not trace it; with `ESRCH` where it has ended.
    package func openRoot() throws(SystemError) -> Descriptor {
        try read { () throws(SystemError) in
            try FileCalls.openPlace("\(folder)/root", follow: true)
        }
    }

    /// Opens one of its namespaces, for ioctl_ns(2) and setns(2).
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

    /// - Throws: ``SystemError`` with `ESRCH` where it ended while it was read, whatever was found.
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
    /// - Throws: ``SystemError`` with `ESRCH` where it ended meanwhile; as reading the files of proc(5) fails.
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
                controlGroups: try controlGroups(),
                root: root,
                threadApart: threads.count > 1 ? apart(threads, namespaces, root) : nil
            )
        }
    }

    /// What confines it: whatever confines any of its threads.
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

    /// unshare(2), setns(2) and chroot(2) can move one thread alone. One that ends meanwhile was not apart.
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
        guard let map = IDMap(parsing: try text(at: path)) else {
            throw SystemError("read(2)", path, code: EINVAL)
        }
        return map
    }

    /// `0::/system.slice`, `1:name=systemd:/system.slice`; a path can have colons itself.
    private func controlGroups() throws(SystemError) -> [String] {
        let path = "\(folder)/cgroup"
        do throws(SystemError) {
            return try text(at: path).split(separator: "\n").compactMap { line in
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
