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
        contains(id) {
            var mount = clinux_mount()
            // SAFETY: the call writes at most one `struct clinux_mount`.
            return unsafe clinux_statmount(id, &mount) == 0 ? mount.magic : nil
        }
    }

    /// Whether one of them shows an open file.
    ///
    /// Before Linux 6.8 file systems are known by their device numbers, which can be used again.
    static func hold(_ file: Int32) -> Bool {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(file, "", flags, clinux_statx_mount_id_unique, &found)
        guard code == 0 else { return false }
        if found.stx_mask & clinux_statx_mount_id_unique != 0 {
            return contains(clinux_mount_id(found))
        }
        let device = UInt64(found.stx_dev_major) << 32 | UInt64(found.stx_dev_minor)
        return contains(device | 1 << 63) {
            let size = MemoryLayout<statfs>.size
            let arguments: [FileServer.Argument] = [.number(Int(file)), .room]
            let answer = FileServer.make(clinux_apart_fstatfs, arguments, room: size)
            return answer.result == 0 ? answer.load(as: UInt64.self) : nil
        }
    }

    private static func contains(_ key: UInt64, magic: () -> UInt64?) -> Bool {
        let place = Int(key % size)
        if known[place].load(ordering: .relaxed) == key { return true }
        guard let magic = magic(), isLocal(magic) else { return false }
        known[place].store(key, ordering: .relaxed)
        return true
    }

    /// ext4, xfs, btrfs, f2fs, tmpfs, ramfs, vfat, exfat, squashfs, erofs, iso9660, and those of the
    /// kernel: proc, sysfs, devpts, cgroup, securityfs, debugfs, tracefs, bpf; see statfs(2).
    private static func isLocal(_ magic: UInt64) -> Bool {
        switch magic {
        case 0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994, 0x8584_58F6, 0x4D44,
            0x2011_BAB0, 0x7371_7368, 0xE0F5_E1E2, 0x9660, 0x9FA0, 0x6265_6572, 0x1CD1, 0x27_E0EB,
            0x6367_7270, 0x7363_6673, 0x6462_6720, 0x7472_6163, 0xCAFE_4A11:
            true
        default: false
        }
    }
}
