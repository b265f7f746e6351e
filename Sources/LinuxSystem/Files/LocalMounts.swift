import CLinux
import Kernel
import Synchronization

/// The mounts whose files lie on this machine, in memory or on a local disk. A loop device is not one.
///
/// A mount shows the same file system as long as it lives, and its unique id is never reused. So the answers for the
/// last mounts are cached.
/// - SeeAlso: statmount(2), Linux 6.8.
enum LocalMounts {
    /// How far a local file system decides by its permissions alone.
    enum Kind: UInt64 {
        /// The open of a file may have rules of its own, as in proc, or fail for other reasons.
        case special
        /// xfs, btrfs, tmpfs, ramfs.
        case ordinary
        /// ext4, whose options show that it is shut down.
        case ext
    }

    private static let size: UInt64 = 16
    /// Each key with its kind, at the index that the key yields; 0 is no mount.
    private static let known = InlineArray<16, Atomic<UInt64>> { _ in Atomic(0) }

    /// - Returns: nil for a mount of any other file system.
    static func kind(of id: UInt64) -> Kind? {
        kind(ofKey: id) {
            var mount = clinux_mount()
            // SAFETY: the call writes at most one `struct clinux_mount`.
            guard unsafe clinux_statmount(id, &mount) == 0, !isServed(mount.device_major) else {
                return nil
            }
            return mount.magic
        }
    }

    /// Whether a block device has a server: a loop device reads a file, which may be on a file system with one, and a
    /// network block device asks another machine. The kernel does not interrupt a read that it waits for.
    /// - SeeAlso: Documentation/admin-guide/devices.txt of the kernel.
    private static func isServed(_ major: UInt32) -> Bool { [7, 43].contains(major) }

    /// Whether a local mount shows an open file.
    ///
    /// Before Linux 6.8, file systems are identified by their device numbers, which can be reused.
    static func hold(_ file: Int32) -> Bool {
        guard let found = status(of: file) else { return false }
        if let id = mount(of: found) { return kind(of: id) != nil }
        guard !isServed(found.stx_dev_major) else { return false }
        return kind(ofKey: device(of: found) | deviceMark) {
            let size = MemoryLayout<statfs>.size
            let arguments: [FileServer.Argument] = [.number(Int(file)), .room]
            let answer = FileServer.make(clinux_apart_fstatfs, arguments, room: size)
            return answer.result == 0 ? answer.load(as: UInt64.self) : nil
        } != nil
    }

    /// Whether a local mount certainly shows an open file. No server is asked about that.
    static func certainlyHold(_ file: Int32) -> Bool {
        guard let found = status(of: file), let id = mount(of: found) else { return false }
        return kind(of: id) != nil
    }

    /// Returns the device of an open file if no local mount shows it; nil for a local file, and before Linux 6.8.
    static func servedDevice(_ file: Int32) -> UInt64? {
        guard let found = status(of: file), let id = mount(of: found), kind(of: id) == nil else {
            return nil
        }
        return device(of: found)
    }

    /// Returns what the kernel knows about an open file without its server.
    private static func status(of file: Int32) -> statx? {
        var found = statx()
        let flags = AT_EMPTY_PATH | AT_NO_AUTOMOUNT | clinux_statx_dont_sync
        // SAFETY: the call writes one `struct statx`.
        let code = unsafe clinux_statx(file, "", flags, clinux_statx_mount_id_unique, &found)
        return code == 0 ? found : nil
    }

    /// Returns the unique id of the mount, which Linux has from 6.8 on.
    private static func mount(of found: statx) -> UInt64? {
        found.stx_mask & clinux_statx_mount_id_unique != 0 ? clinux_mount_id(found) : nil
    }

    private static func device(of found: statx) -> UInt64 {
        UInt64(found.stx_dev_major) << 32 | UInt64(found.stx_dev_minor)
    }

    /// When each ext4 was last seen in order, in microseconds of CLOCK_MONOTONIC.
    private static let seenInOrder = Mutex<[UInt64: UInt64]>([:])

    /// Whether an ext4 was without an error at most a millisecond ago.
    ///
    /// statmount(2) writes all options of the file system as text, which takes longer than the rest of a look.
    static func isInOrder(_ id: UInt64) -> Bool {
        let now = monotonicMicroseconds()
        let isFresh = seenInOrder.withLock { seen in seen[id].map { now - $0 < 1000 } ?? false }
        if isFresh { return true }
        guard let status = try? MountStatus.askOptions(id), !status.isShutDown,
            !status.isReadOnlyAfterError
        else { return false }
        seenInOrder.withLock { seen in
            if seen.count == Int(size) { seen.removeAll(keepingCapacity: true) }
            seen[id] = now
        }
        return true
    }

    /// Distinguishes a key that is a device number from a mount id, within the 62 bits that are kept of each.
    private static let deviceMark: UInt64 = 1 << 61

    private static func kind(ofKey key: UInt64, magic: () -> UInt64?) -> Kind? {
        let place = Int(key % size)
        let last = known[place].load(ordering: .relaxed)
        if last >> 2 == key, let kind = Kind(rawValue: last & 3) { return kind }
        guard let magic = magic(), let kind = kind(ofMagic: magic) else { return nil }
        known[place].store(key << 2 | kind.rawValue, ordering: .relaxed)
        return kind
    }

    /// See statfs(2).
    private static func kind(ofMagic magic: UInt64) -> Kind? {
        switch magic {
        // proc, sysfs, devpts, cgroup and cgroup2, securityfs, debugfs, tracefs, bpf.
        case 0x9FA0, 0x6265_6572, 0x1CD1, 0x27_E0EB, 0x6367_7270, 0x7363_6673, 0x6462_6720,
            0x7472_6163, 0xCAFE_4A11:
            .special
        // f2fs, vfat, exfat, squashfs, erofs, iso9660.
        case 0xF2F5_2010, 0x4D44, 0x2011_BAB0, 0x7371_7368, 0xE0F5_E1E2, 0x9660: .special
        case 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x8584_58F6: .ordinary
        case 0xEF53: .ext
        default: nil
        }
    }
}

/// A file of a local file system.
package struct LocalFile: Sendable {
    package let facts: FileFacts
    let mount: UInt64
    let kind: LocalMounts.Kind

    /// Whether a short read(2) of a regular file always means its end.
    var readsWhole: Bool { facts.kind == .regular && kind != .special }

    /// Whether permissions alone decide the open of this regular file, as far as its file system is concerned.
    package var opensFreely: Bool {
        guard facts.kind == .regular, !facts.isEncrypted, !facts.hasVerity else { return false }
        switch kind {
        case .special: return false
        case .ordinary: return true
        case .ext: return LocalMounts.isInOrder(mount)
        }
    }
}
