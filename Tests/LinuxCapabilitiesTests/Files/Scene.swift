import Glibc
import Testing

/// A folder of a test's own, gone with its owner.
final class Scene: Sendable {
    let folder: String

    init() throws {
        var template = Array("/tmp/warrant-permit-XXXXXX".utf8CString)
        let made = unsafe mkdtemp(&template) != nil
        try #require(made, "no folder could be made in /tmp")
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try #require(unsafe chmod(folder, 0o755) == 0)
    }

    deinit {
        unsafe umount2(folder, Int32(MNT_DETACH))
        for name in Self.names { unsafe remove("\(folder)/\(name)") }
        unsafe rmdir(folder)
    }

    private static let names = ["key", "other", "fifo", "folder"]

    func path(_ name: String) -> String {
        precondition(Self.names.contains(name), "a name that nobody would remove")
        return "\(folder)/\(name)"
    }

    @discardableResult
    func file(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
        let path = path(name)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = Array(text.utf8)
        try #require(unsafe write(file, bytes, bytes.count) == bytes.count)
        try #require(fchmod(file, mode) == 0)
        return path
    }

    func fifo() throws -> String {
        let path = path("fifo")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        return path
    }

    /// Mounts an empty file system over the folder, and puts a file into it.
    func mounted(_ name: String) throws -> String {
        let result = unsafe mount("none", folder, "tmpfs", 0, nil)
        try #require(result == 0, "root with CAP_SYS_ADMIN is needed to mount")
        return try file(name, "judged")
    }

    func makeReadOnly() throws {
        try #require(unsafe mount("none", folder, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    }
}

/// The text of a file, read by its path.
func text(at path: String) throws -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &bytes, bytes.count)
    try #require(count >= 0)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// The number that tells a file from all others of its file system.
func inode(_ path: String) throws -> ino_t {
    var facts = stat()
    try #require(unsafe stat(path, &facts) == 0)
    return facts.st_ino
}

func inode(_ descriptor: CInt) throws -> ino_t {
    var facts = stat()
    try #require(unsafe fstat(descriptor, &facts) == 0)
    return facts.st_ino
}
