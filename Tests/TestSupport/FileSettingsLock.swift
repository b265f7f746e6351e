import Glibc

/// Keeps the settings `fs.protected_*` of this host as they are: the judge of decisions changes them for
/// its trees, and holds this lock meanwhile; see `Tests/KernelJudge/Settings.c`.
///
/// For whoever compares what two looks see of sticky directories, links and others' files.
package enum FileSettingsLock {
    package static func held<Success>(_ body: () async throws -> Success) async throws -> Success {
        let file = try await onOwnThread(take)
        defer { close(file) }
        return try await body()
    }

    private static func take() throws -> Int32 {
        let path = "/run/warrant-kernel-judge.lock"
        // SAFETY: the calls read the path, and the struct, which are there until they return.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        var whole = Glibc.flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        // F_OFD_SETLKW: of the open file, since a lock of this process would be every test's.
        guard file >= 0, unsafe fcntl(file, 38, &whole) == 0 else {
            throw Failure(description: "\(path): errno \(errno)")
        }
        return file
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
