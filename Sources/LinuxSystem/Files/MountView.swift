import CLinux
import Glibc

/// The mounts of one mount namespace: our own, or that of a process.
package struct MountView: Sendable {
    /// As statmount(2) numbers it; 0 for that of the thread that asks.
    private let namespace: UInt64
    private let mountInfo: String
    /// - Parameter process: Whose mounts; nil for this thread's.
    /// - Throws: ``SystemError`` where the process's namespace may not be looked at; see `PTRACE_MODE_READ`
    ///   in ptrace(2).
    package init(ofProcess process: Int32? = nil) throws(SystemError) {
        guard let process else {
            (namespace, mountInfo) = (0, "/proc/thread-self/mountinfo")
            return
        }
        let folder = "/proc/\(ProcessCalls.livingThread(ofProcess: process))"
        let descriptor = try FileCalls.openNamespace("\(folder)/ns/mnt")
        var id: UInt64 = 0
        // Before Linux 6.11 there is no such number; the text of proc(5) does then.
        // SAFETY: the call writes one number.
        let isKnown = unsafe clinux_mount_namespace_id(descriptor.number, &id) == 0
        namespace = isKnown ? id : .max
        mountInfo = "\(folder)/mountinfo"
    }

    /// Where things are mounted in this namespace.
    ///
    /// - Throws: ``SystemError`` where proc_pid_mountinfo(5) cannot be read.
    package func mountPoints() throws(SystemError) -> MountPoints {
        MountPoints(mountInfo: try SmallFile.bytes(at: mountInfo, limit: 1 << 26))
    }

    /// Opens proc_pid_mountinfo(5), which tells by `POLLPRI` that something was mounted or unmounted.
    ///
    /// - Throws: ``SystemError`` as open(2) fails.
    package func openInfo() throws(SystemError) -> Descriptor {
        // SAFETY: the path lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, mountInfo, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", mountInfo, code: errno) }
        return Descriptor(owning: number)
    }

    /// The mount that is seen at a path of another one: the last of those that lie on each other there.
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

    /// What the mount that shows an open file says.
    ///
    /// - Throws: ``SystemError``; `ENOENT` where it is a mount of no namespace, or of another than this.
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
            throw SystemError("open(2)", mountInfo, code: ENOENT)
        }
        return found
    }
}
