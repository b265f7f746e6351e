import Glibc
import TestSupport

@testable import LinuxSystem

/// A file behind a symbolic link in a directory. A test changes all of them at random, one visible step at a time.
///
/// Each new or changed file gets its own owner, so that two states rarely look alike. A change that is impossible in
/// the current state has no effect.
final class ChangingTree {
    enum Change: CaseIterable {
        case mode, owner, contents, replaced, removed, made, relinked, unlinked, otherName
        case wayMode, wayMoved, wayRemoved, wayMade, wayAway, wayBack, mounted, unmounted, noise
        case wayOpened, wayLinked, list, remounted

        /// The changes that restore a file.
        static let mending: [Change] = [
            .unmounted, .wayBack, .wayMade, .wayOpened, .made, .wayLinked, .mode,
        ]
    }

    let folder: TemporaryFolder
    /// The path that is examined.
    var path: String { at("way/link/key") }
    private var random: SplitMix
    private var step = 0
    private var planned: [(change: Change, way: String)] = []
    /// The process whose mounts are changed; nil if no mount is made.
    private let mounts: Int32?

    init(seed: UInt64, mountsOf process: Int32? = nil) throws {
        folder = try TemporaryFolder()
        random = SplitMix(seed: seed)
        mounts = process
        for name in ["way", "way/a", "way/b"] { try folder.folder(name) }
        for name in ["way/a/key", "way/b/key"] { try folder.file(name) }
        try folder.link("way/link", to: "a")
    }

    private func at(_ name: String) -> String { folder.path(of: name) }

    /// Makes one change.
    func change() async throws {
        step += 1
        if planned.isEmpty {
            let way = at("way/\(random.pick(["a", "b"]))")
            let changes = random.chance(15) ? Change.mending : [random.pick(Change.allCases)]
            planned = changes.reversed().map { ($0, way) }
        }
        if let (change, way) = planned.popLast() { try await make(change, way) }
    }

    private func make(_ change: Change, _ way: String) async throws {
        let key = way + "/key"
        switch change {
        case .mode: unsafe chmod(key, random.pick([0o600, 0o604, 0o640, 0o644, 0o000]))
        case .owner: mark(key)
        case .contents: unsafe truncate(key, off_t(step))
        case .replaced: unsafe rename(newFile(), key)
        case .removed: unsafe unlink(key)
        case .made: unsafe link(newFile(), key)
        case .relinked: relink(to: random.pick(["a", "b", "../way/b/.", "none"]))
        case .wayLinked: relink(to: way)
        case .unlinked: unsafe unlink(at("way/link"))
        case .otherName:
            unsafe link(key, at("other"))
            unsafe chmod(at("other"), random.pick([0o600, 0o666]))
            unsafe unlink(at("other"))
        case .wayMode: unsafe chmod(way, random.pick([0o755, 0o711, 0o700, 0o000]))
        case .wayOpened: unsafe chmod(way, 0o755)
        case .wayMoved: unsafe rename(way, at("old-\(step)"))
        case .wayRemoved: unsafe rmdir(way)
        case .wayMade:
            unsafe mkdir(at("new-way"), 0o755)
            unsafe rename(mark(at("new-way")), way)
        case .wayAway: unsafe rename(at("way"), at("away"))
        case .wayBack: unsafe rename(at("away"), at("way"))
        case .mounted: try await mount(on: way)
        case .unmounted: try await unmount(way)
        case .remounted: try await remount(way)
        case .list: setList(of: key, for: 65534, random.pick([0, 4, 6]))
        case .noise: unsafe rename(newFile(), way + "/noise-\(step)")
        }
    }

    private func newFile() -> String {
        let path = at("new-\(step)")
        unsafe close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
        return mark(path)
    }

    private func relink(to target: String) {
        unsafe symlink(target, at("new-link"))
        unsafe rename(mark(at("new-link")), at("way/link"))
    }

    @discardableResult
    private func mark(_ path: String) -> String {
        unsafe lchown(path, uid_t(100_000 + step), 0)
        return path
    }

    private func mount(on way: String) async throws {
        guard let mounts else { return }
        let options = "mode=755,uid=\(100_000 + step)"
        try await inMounts(of: mounts) {
            try mayFail(with: [ENOENT], unsafe Glibc.mount("none", way, "tmpfs", 0, options))
        }
    }

    private func remount(_ way: String) async throws {
        guard let mounts else { return }
        let readOnly = random.pick([MS_RDONLY, 0])
        let flags = UInt(MS_REMOUNT | MS_BIND | readOnly)
        try await inMounts(of: mounts) {
            // EINVAL means that nothing is mounted there.
            try mayFail(
                with: [ENOENT, EINVAL],
                unsafe Glibc.mount("none", way, nil, flags, nil)
            )
        }
    }

    private func unmount(_ way: String) async throws {
        guard let mounts else { return }
        try await inMounts(of: mounts) {
            try mayFail(with: [ENOENT, EINVAL], unsafe umount2(way, Int32(MNT_DETACH)))
        }
    }
}

/// Sets an access list that gives one user these permissions, in the form of xattr(7).
private func setList(of path: String, for user: UInt32, _ permissions: UInt16) {
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
        (0x01, 6, .max), (0x02, permissions, user), (0x04, 0, .max), (0x10, 6, .max),
        (0x20, 0, .max),
    ]
    var list = bytes(of: UInt32(2))
    for entry in entries {
        list += bytes(of: entry.tag) + bytes(of: entry.permissions) + bytes(of: entry.id)
    }
    typealias SetXAttr =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32)
        -> Int32
    // SAFETY: the symbol is setxattr(2) of the C library, which has this type. It reads exactly `list.count` bytes.
    let setxattr = unsafe unsafeBitCast(dlsym(nil, "setxattr"), to: SetXAttr.self)
    _ = unsafe setxattr(path, "system.posix_acl_access", list, list.count, 0)
}

/// Runs `body` on its own thread with the mounts of another process.
func inMounts(
    of process: Int32,
    _ body: @escaping @Sendable () throws -> Void
) async throws {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try startThread(named: "test-mounts") {
                continuation.resume(
                    with: Result {
                        try enterMounts(of: process)
                        try body()
                    }
                )
            }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// - Parameter codes: The errno values for a call that is impossible in the current state.
private func mayFail(with codes: Set<Int32>, _ result: Int32) throws(SystemError) {
    let code = errno
    guard result != 0, !codes.contains(code) else { return }
    throw SystemError("mount(2)", "a tree of the test's own", code: code)
}

private func enterMounts(of process: Int32) throws {
    // A thread that shares its root directory (CLONE_FS) cannot change its mount namespace.
    try enterNew(0x200)
    let namespace = unsafe open("/proc/\(process)/ns/mnt", O_RDONLY | O_CLOEXEC)
    defer { close(namespace) }
    typealias SetNS = @convention(c) (Int32, Int32) -> Int32
    // SAFETY: the symbol is setns(2) of the C library, which has this type.
    let setns = unsafe unsafeBitCast(dlsym(nil, "setns"), to: SetNS.self)
    guard setns(namespace, 0x2_0000) == 0 else {
        throw SystemError("setns(2)", "mounts of process \(process)", code: errno)
    }
}
