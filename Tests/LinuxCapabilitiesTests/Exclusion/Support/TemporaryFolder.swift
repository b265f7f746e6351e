import Glibc
import Testing

/// A folder of a test's own, gone with its owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/warrant-test-XXXXXX".utf8CString)
        let made = unsafe mkdtemp(&template) != nil
        try #require(made, "no folder could be made in /tmp")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try #require(unsafe chmod(path, 0o755) == 0)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        if let directory = unsafe opendir(path) {
            while let entry = unsafe readdir(directory) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                guard name != ".", name != ".." else { continue }
                if unsafe unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
            }
            unsafe closedir(directory)
        }
        unsafe rmdir(path)
    }

    @discardableResult
    func file(_ name: String, mode: mode_t = 0o644, _ text: String = "") throws -> String {
        let path = "\(path)/\(name)"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        try #require(file >= 0)
        defer { close(file) }
        let bytes = Array(text.utf8)
        try #require(unsafe write(file, bytes, bytes.count) == bytes.count)
        try #require(fchmod(file, mode) == 0)
        return path
    }

    @discardableResult
    func folder(_ name: String, mode: mode_t = 0o755) throws -> String {
        let path = "\(path)/\(name)"
        try #require(unsafe mkdir(path, mode) == 0)
        try #require(unsafe chmod(path, mode) == 0)
        return path
    }

    @discardableResult
    func link(_ name: String, to target: String) throws -> String {
        let path = "\(path)/\(name)"
        try #require(unsafe symlink(target, path) == 0)
        return path
    }
}
