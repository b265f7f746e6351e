import Glibc

/// Keeps the settings `fs.protected_*` of this host unchanged. The judge of decisions changes them for its trees, and
/// holds this lock meanwhile; see `Tests/KernelJudge/Settings.c`.
///
/// Tests need the lock if they compare two checks of sticky directories, links or other users' files.
package enum FileSettingsLock {
    package static func held<Success>(_ body: () async throws -> Success) async throws -> Success {
        let file = try await onOwnThread(take)
        defer { close(file) }
        return try await body()
    }

    private static func take() throws -> Int32 {
        let path = "/run/warrant-kernel-judge.lock"
        // SAFETY: the calls read the path and the struct, which live until they return.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var whole = Glibc.flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        // F_OFD_SETLKW locks for the open file. A lock of the process would belong to every test.
        guard file >= 0, unsafe fcntl(file, 38, &whole) == 0 else {
            throw Failure(description: "\(path): errno \(errno)")
        }
        return file
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
