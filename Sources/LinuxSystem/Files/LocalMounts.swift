import CLinux
import Synchronization

/// The mounts whose files lie on this machine, in memory or on a disk of its own.
///
/// A mount shows one file system for as long as it lives, and its unique id is never used again: those that were
/// met last need not be asked about.
/// - SeeAlso: statmount(2), Linux 6.8.
enum LocalMounts {
    private static let size: UInt64 = 16
    /// Each at the place that its id gives it; 0 is nobody's.
    private static let known = InlineArray<16, Atomic<UInt64>> { _ in Atomic(0) }

    static func contains(_ id: UInt64) -> Bool {
        let place = Int(id % size)
        if known[place].load(ordering: .relaxed) == id { return true }
        var mount = clinux_mount()
        // SAFETY: the call writes at most one `struct clinux_mount`.
        guard unsafe clinux_statmount(id, &mount) == 0, isLocal(mount.magic) else { return false }
        known[place].store(id, ordering: .relaxed)
        return true
    }

    /// ext4, xfs, btrfs, tmpfs, ramfs, proc, sysfs, devpts; see statfs(2).
    private static func isLocal(_ magic: UInt64) -> Bool {
        switch magic {
        case 0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x8584_58F6, 0x9FA0, 0x6265_6572,
            0x1CD1:
            true
        default: false
        }
    }
}
