import Glibc
import Testing

/// Returns the text of a file.
func text(at path: String) throws -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &bytes, bytes.count)
    try #require(count >= 0)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// Returns the number that distinguishes a file from all others of its file system.
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
