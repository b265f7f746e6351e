import CLinux
import Glibc
import Kernel

/// The mounts of one mount namespace: that of this thread or that of a process.
package struct MountView: Sendable {
    /// The id of the namespace for statmount(2); 0 for the namespace of the calling thread.
    private let namespace: UInt64
    private let mountInfo: String
    /// - Parameter process: The process whose mounts are seen; nil for this thread.
    /// - Throws: ``SystemError`` if this thread may not look at the namespace of the process; see `PTRACE_MODE_READ` in
    ///   ptrace(2).
    package init(ofProcess process: Int32? = nil) throws(SystemError) {
        guard let process else {
            (namespace, mountInfo) = (0, "/proc/thread-self/mountinfo")
            return
        }
        let folder = "/proc/\(ProcessCalls.livingThread(ofProcess: process))"
        let descriptor = try FileCalls.openNamespace("\(folder)/ns/mnt")
        var id: UInt64 = 0
        // Before Linux 6.11 a mount namespace has no such id. Then the text of proc(5) is used.
        // SAFETY: the call writes one number.
        let isKnown = unsafe clinux_mount_namespace_id(descriptor.number, &id) == 0
        namespace = isKnown ? id : .max
        mountInfo = "\(folder)/mountinfo"
    }

    /// Returns the mount points of this namespace.
    ///
    /// - Throws: ``SystemError`` if proc_pid_mountinfo(5) cannot be read.
    package func mountPoints() throws(SystemError) -> MountPoints {
        MountPoints(mountInfo: try SmallFile.bytes(at: mountInfo, limit: 1 << 26))
    }

    /// Opens proc_pid_mountinfo(5), which reports a mount or an unmount by `POLLPRI`.
    ///
    /// - Throws: ``SystemError`` as open(2) fails.
    package func openInfo() throws(SystemError) -> Descriptor {
        // SAFETY: the path lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, mountInfo, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", mountInfo, code: errno) }
        return Descriptor(owning: number)
    }

    /// Returns the visible mount at a path of another mount: the topmost of the mounts that are stacked there.
    ///
    /// - Parameter mount: Its unique id.
    /// - Throws: ``SystemError`` as listmount(2) and statmount(2) fail; `ENOSYS` before Linux 6.8.
    package func mount(
        at path: String,
        on mount: UInt64
    ) throws(SystemError) -> (id: UInt64, status: MountStatus)? {
        var top: (id: UInt64, status: MountStatus)?
        let below = try mounts(below: mount)
        while let next = try first(of: below, at: path, on: top?.id ?? mount) { top = next }
        return top
    }

    private func first(
        of ids: [UInt64],
        at path: String,
        on parent: UInt64
    ) throws(SystemError) -> (id: UInt64, status: MountStatus)? {
        for id in ids {
            let status = try MountStatus.ask(id, in: namespace)
            if status.parent == parent, status.point.isSamePath(as: path) { return (id, status) }
        }
        return nil
    }

    private func mounts(below mount: UInt64) throws(SystemError) -> [UInt64] {
        var all: [UInt64] = []
        var some = [UInt64](repeating: 0, count: 512)
        while true {
            // SAFETY: the call writes at most `count` numbers.
            let count = unsafe clinux_listmount(
                namespace,
                mount,
                all.last ?? 0,
                &some,
                some.count
            )
            guard count >= 0 else {
                throw SystemError("listmount(2)", "mount \(mount)", code: errno)
            }
            all += some.prefix(count)
            if count < some.count { return all }
        }
    }

    /// The root directory of a process hides the mounts outside of it from the process itself, see "root" in
    /// proc_pid_mountinfo(5). With CAP_SYS_ADMIN, statmount(2) shows them.
    private func notListed(_ path: String) -> SystemError {
        let seer = namespace == 0 ? "from this root directory" : "to that process"
        return SystemError(
            "statmount(2)",
            path,
            code: .ENOENT,
            remedy: "ask as root, or make the root directory a mount before chroot(2)",
            message: "the mount of `\(path)` is not visible \(seer)"
        )
    }

    /// Returns the status of the mount that shows an open file.
    ///
    /// - Throws: ``SystemError``; `ENOENT` if the mount is in no namespace, or in another one than this.
    package func status(
        ofMount status: FileStatus,
        showing file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> MountStatus {
        if status.isMountUnique, namespace != .max {
            do throws(SystemError) {
                return try MountStatus.ask(status.mount, in: namespace)
            } catch  where error.code == ENOSYS || error.code == EPERM {}
        }
        let id = try FileCalls.oldMountID(of: file, at: path)
        let text = try SmallFile.bytes(at: mountInfo, limit: 1 << 26)
        guard let found = MountStatus.find(id, inMountInfo: text) else {
            throw notListed(path)
        }
        return found
    }
}
