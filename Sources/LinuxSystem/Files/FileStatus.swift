import CLinux
import Glibc
package import Kernel

/// The facts of an open file, and what else statx(2) returns about it.
///
/// Equality ignores the times, so a change of the content alone leaves the status equal.
package struct FileStatus: Hashable, Sendable {
    package var facts: FileFacts
    /// The mount that shows the file. The id is never reused if ``isMountUnique``.
    package var mount: UInt64
    /// Whether the kernel has mount ids that are never reused: Linux 6.8 and later.
    package let isMountUnique: Bool
    /// The number of a device node.
    package let deviceNumber: DeviceNumber
    /// The time of the last change of the mode, owner, lists or content (ctime), in nanoseconds.
    package let changeTime: Int64
    /// The time of the last change of the content (mtime), which a caller can set, in nanoseconds.
    package let modificationTime: Int64

    package static func == (one: Self, other: Self) -> Bool {
        one.facts == other.facts && one.mount == other.mount
            && one.isMountUnique == other.isMountUnique && one.deviceNumber == other.deviceNumber
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(facts)
        hasher.combine(mount)
    }
}

extension FileCalls {
    /// Returns the status of an open file, as far as the kernel knows it without asking a server.
    package static func status(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> FileStatus {
        let mask = STATX_BASIC_STATS | clinux_statx_mount_id_unique | clinux_statx_mount_id
        let found = try status(of: file, mask, at: path)
        return FileStatus(
            facts: FileFacts(found),
            mount: clinux_mount_id(found),
            isMountUnique: found.stx_mask & clinux_statx_mount_id_unique != 0,
            deviceNumber: DeviceNumber(major: found.stx_rdev_major, minor: found.stx_rdev_minor),
            changeTime: found.stx_ctime.nanoseconds,
            modificationTime: found.stx_mtime.nanoseconds
        )
    }

    /// Returns the id of an open file's mount in proc_pid_mountinfo(5). It may be reused.
    static func oldMountID(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> UInt64 {
        clinux_mount_id(try status(of: file, clinux_statx_mount_id, at: path))
    }

    private static func status(
        of file: borrowing Descriptor,
        _ mask: UInt32,
        at path: String
    ) throws(SystemError) -> statx {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        // SAFETY: the call writes one `struct statx`.
        guard unsafe clinux_statx(file.number, "", flags, mask, &found) == 0 else {
            throw SystemError("statx(2)", path, code: errno)
        }
        return found
    }
}

extension statx_timestamp {
    fileprivate var nanoseconds: Int64 { tv_sec &* 1_000_000_000 &+ Int64(tv_nsec) }
}
