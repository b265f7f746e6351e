import CLinux
import Synchronization

/// The mounts whose files lie on this machine, in memory or on a disk of its own.
///
/// A mount shows one file system for as long as it lives, and its unique id is never used again: those that were
/// met last need not be asked about.
/// - SeeAlso: statmount(2), Linux 6.8.
enum LocalMounts {
    /// How far a file system of this machine decides by its permissions alone.
    enum Kind: UInt64 {
        /// proc, sysfs, devpts: the open of a file has rules of its own.
        case special
        /// xfs, btrfs, tmpfs, ramfs.
        case ordinary
        /// ext4, which says in its options that it is shut down.
        case ext
    }

    private static let size: UInt64 = 16
    /// Each id and its kind, at the place that the id gives it; 0 is no mount.
    private static let known = InlineArray<16, Atomic<UInt64>> { _ in Atomic(0) }

    /// - Returns: nil for a mount of any other file system.
    static func kind(of id: UInt64) -> Kind? {
        let place = Int(id % size)
        let last = known[place].load(ordering: .relaxed)
        if last >> 2 == id, let kind = Kind(rawValue: last & 3) { return kind }
        var mount = clinux_mount()
        // SAFETY: the call writes at most one `struct clinux_mount`.
        guard unsafe clinux_statmount(id, &mount) == 0, let kind = kind(ofMagic: mount.magic) else {
            return nil
        }
        known[place].store(id << 2 | kind.rawValue, ordering: .relaxed)
        return kind
    }

    /// See statfs(2).
    private static func kind(ofMagic magic: UInt64) -> Kind? {
        switch magic {
        case 0x9FA0, 0x6265_6572, 0x1CD1: .special
        case 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x8584_58F6: .ordinary
        case 0xEF53: .ext
        default: nil
        }
    }
}

/// A file of a file system of this machine.
package struct LocalFile: Sendable {
    package let facts: FileFacts
    let mount: UInt64
    let kind: LocalMounts.Kind

    /// Whether a regular file opens for everyone whom its permissions let in, as far as its file system goes.
    package var opensFreely: Bool {
        guard facts.kind == .regular, !facts.isEncrypted else { return false }
        switch kind {
        case .special: return false
        case .ordinary: return true
        case .ext: return (try? MountStatus.askOptions(mount))?.isShutDown == false
        }
    }
}
