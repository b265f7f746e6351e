import Foundation
import Glibc
import TestSupport
import Testing

/// Runs `body` on its own thread in a new mount namespace. No mount propagates out of it.
func inNewMounts<Success: Sendable>(
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    let newMounts: Int32 = 0x2_0000  // CLONE_NEWNS, unshare(2)
    return try await inNewNetwork(alsoUnsharing: newMounts) {
        try mount("none", on: "/", flags: UInt(MS_REC | MS_PRIVATE))
        return try body()
    }
}

func mount(
    _ source: String,
    on point: String,
    type: String? = nil,
    flags: UInt = 0,
    options: String? = nil
) throws {
    // SAFETY: the strings live until the call returns, and the kernel only reads them.
    let code = unsafe options.withBytes { unsafe mount(source, point, type, flags, $0) }
    try #require(code == 0, "mount(2) on \(point): errno \(errno); run the tests as root")
}

/// Mounts a directory at another point with mapped ids: `inside outside count`.
func mountMapped(_ source: String, on point: String, map: String) throws {
    try withUserNamespace(map: map) { namespace in
        let (clone, emptyPath, idMap): (UInt32, Int32, UInt64) = (1, 0x1000, 0x10_0000)
        let tree = unsafe open_tree(AT_FDCWD, source, clone)
        try #require(tree >= 0, "open_tree(2): errno \(errno); run the tests as root")
        defer { close(tree) }
        var change = mount_attr()
        change.attr_set = idMap
        change.userns_fd = UInt64(namespace)
        let size = MemoryLayout<mount_attr>.size
        try #require(unsafe mount_setattr(tree, "", UInt32(emptyPath), &change, size) == 0)
        try #require(unsafe move_mount(tree, "", AT_FDCWD, point, 4) == 0)
    }
}

/// Calls `body` with a new user namespace, which a child keeps alive meanwhile.
private func withUserNamespace(map: String, _ body: (Int32) throws -> Void) throws {
    try withChildBlocking(["unshare", "--user", "cat"]) { child in
        for file in ["uid_map", "gid_map"] {
            try Data(map.utf8).write(to: URL(filePath: "/proc/\(child.pid)/\(file)"))
        }
        let namespace = unsafe open("/proc/\(child.pid)/ns/user", O_RDONLY)
        try #require(namespace >= 0)
        defer { close(namespace) }
        try body(namespace)
    }
}

extension String? {
    fileprivate func withBytes<Value>(_ body: (UnsafeRawPointer?) -> Value) -> Value {
        guard let self else { return body(nil) }
        return unsafe self.withCString { unsafe body(UnsafeRawPointer($0)) }
    }
}
