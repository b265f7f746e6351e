import Glibc

/// A service whose files are in the directory of runtime units. They are removed with this value.
///
/// Its settings are in a drop-in that comes after those for all services. systemd needs no reload to find it, and
/// forgets it once it has ended.
package struct RuntimeUnit: ~Copyable, Sendable {
    private static let directory = "/run/systemd/system"
    private static let dropIn = "zzz-warrant.conf"

    package let name: String
    private var file: String { "\(Self.directory)/\(name)" }

    /// Makes the files.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the name of the unit. A random number follows.
    ///   - text: The drop-in.
    /// - Throws: ``SystemError`` as open(2), mkdir(2) and write(2) fail: `EACCES` without the privilege of root,
    ///   `ENOENT` if systemd is not the service manager here.
    package init(prefix: String, _ text: String) throws(SystemError) {
        name = "\(prefix)-\(UInt64.random(in: 0 ... .max)).service"
        do throws(SystemError) {
            // The directory comes first: when the unit is there, it has its settings.
            guard unsafe mkdir(file + ".d", 0o755) == 0 else {
                throw SystemError("mkdir(2)", file + ".d", code: errno)
            }
            try Self.make("\(file).d/\(Self.dropIn)", text)
            try Self.make(file, "[Service]\n")
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    private static func make(_ path: String, _ text: String) throws(SystemError) {
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        try Descriptor(owning: number).write(text.utf8, at: path)
    }

    private func remove() {
        // SAFETY: the paths live until the calls return, and the kernel only reads them.
        _ = unsafe unlink(file)
        _ = unsafe unlink("\(file).d/\(Self.dropIn)")
        _ = unsafe rmdir(file + ".d")
    }
}
