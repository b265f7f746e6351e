import Glibc
import LinuxSystem
import Testing

/// Keeps the settings `fs.protected_*` of this host as they are: the judge of decisions changes them for
/// its trees, and holds this lock meanwhile; see `Tests/KernelJudge/Settings.c`.
enum FileSettingsLock {
    static func held<Success>(_ body: () async throws -> Success) async throws -> Success {
        let file = try await BlockingThreads.shared.run("fs.protected_*") { try take() }
        defer { close(file) }
        return try await body()
    }

    private static func take() throws -> Int32 {
        let path = "/run/warrant-kernel-judge.lock"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        var whole = Glibc.flock()
        whole.l_type = Int16(F_WRLCK)
        whole.l_whence = Int16(SEEK_SET)
        // F_OFD_SETLKW: of the open file, since a lock of this process would be every test's.
        try #require(unsafe fcntl(file, 38, &whole) == 0)
        return file
    }
}
