import Glibc

/// The files of a service in the directory of runtime units. They are removed with this value.
///
/// Its settings are in a drop-in. systemd needs no reload to find it. Once systemd has loaded the unit, it does not need
/// the files any more.
package struct RuntimeUnit: ~Copyable, Sendable {
    private static let directory = "/run/systemd/system"

    package let name: String
    /// The names in the directory of its drop-ins.
    private var dropIns = ["zzz-warrant.conf"]
    private var file: String { "\(Self.directory)/\(name)" }

    /// Makes the files.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the name of the unit. A random number follows.
    ///   - text: The drop-in.
    ///   - others: The names of drop-ins for other units too, which this one does not get.
    /// - Throws: ``SystemError`` as open(2), mkdir(2), symlink(2) and write(2) fail: `EACCES` without the privilege of
    ///   root, `ENOENT` if systemd is not the service manager here.
    package init(
        prefix: String,
        _ text: String,
        without others: some Sequence<String>
    ) throws(SystemError) {
        name = "\(prefix)-\(UInt64.random(in: 0 ... .max)).service"
        do throws(SystemError) {
            // The directory comes first: when the unit is there, it has its settings.
            guard unsafe mkdir(file + ".d", 0o755) == 0 else {
                throw SystemError("mkdir(2)", file + ".d", code: errno)
            }
            for other in Set(others) where other != dropIns[0] {
                dropIns.append(other)
                // A drop-in of its own hides one of that name for several units; see systemd.unit(5).
                guard unsafe symlink("/dev/null", "\(file).d/\(other)") == 0 else {
                    throw SystemError("symlink(2)", "\(file).d/\(other)", code: errno)
                }
            }
            // No other drop-in is left that could come after it.
            try Self.make("\(file).d/\(dropIns[0])", text)
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
        for dropIn in dropIns { _ = unsafe unlink("\(file).d/\(dropIn)") }
        _ = unsafe rmdir(file + ".d")
    }
}
