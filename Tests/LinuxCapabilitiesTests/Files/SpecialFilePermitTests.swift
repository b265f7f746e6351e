import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// Permits for files that are not regular, and for files that cannot be opened after all.
@Suite struct `Permit of a special file` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the error of opening a file.
    private func failure(
        _ action: FileAccess.Action,
        _ path: String,
        after change: () throws -> Void = {}
    ) async throws -> SystemError? {
        try await withPermit(for: FileAccess(action, path)) { permit in
            try change()
            do throws(SystemError) {
                _ = try permit.open()
                return nil
            } catch { return error }
        }
    }

    @Test func `A permit opens a directory for listing`() async throws {
        try await withPermit(for: FileAccess(.read, folder.path)) { permit in
            let opened = try permit.open()
            let listing = unsafe fdopendir(opened.withFileDescriptor { dup($0) })
            #expect(unsafe listing.map { unsafe closedir($0) } == 0)
            let isDirectory = SystemError("read(2)", folder.path, code: EISDIR)
            #expect(throws: isDirectory) { try opened.read(upTo: 1) }
        }
    }

    @Test func `A permit for a fifo does not wait for the other end`() async throws {
        let path = folder.path(of: "fifo")
        try #require(unsafe mkfifo(path, 0o600) == 0)
        #expect(try await failure(.write, path) == SystemError("open(2)", path, code: ENXIO))
        let reader = try await withPermit(for: FileAccess(.read, path)) { try $0.open() }
        #expect(try reader.read(upTo: 10) == [])
        let writer = try await withPermit(for: FileAccess(.write, path)) { try $0.open() }
        #expect(throws: SystemError("read(2)", path, code: EAGAIN)) { try reader.read(upTo: 10) }
        try writer.write("word".utf8)
        #expect(try reader.read(upTo: 10) == Array("word".utf8))
        let full = [UInt8](repeating: 0, count: 1 << 20)
        #expect(throws: SystemError("write(2)", path, code: EAGAIN)) { try writer.write(full) }
    }

    @Test func `A permit opens a device`() async throws {
        let zeros = try await withPermit(for: FileAccess(.read, "/dev/zero")) { permit in
            try permit.open().read(upTo: 70_000)
        }
        #expect(zeros == [UInt8](repeating: 0, count: 70_000))
        try await withPermit(for: FileAccess(.write, "/dev/null")) { permit in
            try permit.open().write(zeros)
        }
    }

    @Test func `A permit does not open a file that became read-only`() async throws {
        let mounted = unsafe mount("none", folder.path, "tmpfs", 0, nil)
        try #require(mounted == 0, "root with CAP_SYS_ADMIN is needed to mount")
        defer { unsafe umount2(folder.path, Int32(MNT_DETACH)) }
        let path = try folder.file("key", "judged")
        #expect(
            try await failure(.write, path, after: makeReadOnly)
                == SystemError("open(2)", path, code: EROFS)
        )
        #expect(try await FileAccess(.write, path).look().held == nil)
        #expect(try await failure(.read, path) == nil)
    }

    private func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        try #require(unsafe mount("none", folder.path, "tmpfs", flags, nil) == 0)
    }

    @Test func `A permit executes the judged program`() async throws {
        await #expect(processExitsWith: .exitCode(42)) { try await executeShell() }
    }
}

private func executeShell() async throws {
    try await withPermit(for: FileAccess(.execute, "/bin/sh")) { permit in
        let program = try permit.open()
        var words = unsafe [UnsafeMutablePointer<CChar>?]()
        for word in ["sh", "-c", "exit 42"] { unsafe words.append(strdup(word)) }
        unsafe words.append(nil)
        _ = program.withFileDescriptor { unsafe fexecve($0, words, environ) }
    }
}

/// The kernel's answers to a user without privilege, and the resources left behind. Each test runs in its own process.
@Suite struct `Process with permits` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file("key", "judged", mode: 0o600)
    }

    @Test func `A permit does not open a file after its mode is revoked`() async throws {
        try #require(unsafe chown(path, 65534, 65534) == 0, "root is needed to give a file away")
        await #expect(processExitsWith: .success) { [path = path as String] in
            try become(65534)
            try await withPermit(for: FileAccess(.read, path)) { permit in
                #expect(try permit.open().read(upTo: 9) == Array("judged".utf8))
                try #require(unsafe chmod(path, 0) == 0)
                let refused = SystemError("open(2)", path, code: EACCES)
                do throws(SystemError) {
                    _ = try permit.open()
                    Issue.record("opened")
                } catch { #expect(error == refused) }
            }
        }
    }

    @Test func `Permits leave no descriptor open`() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Dispatch opens descriptors for its first timer.
            try await waitForTimers()
            var counts: [Int] = []
            for _ in 0...1_000 {
                for action in [FileAccess.Action.read, .write, .execute] {
                    _ = try await FileAccess(action, path).look()
                    // `execute` is refused, because the file has no execute bit.
                    do {
                        try await withPermit(for: FileAccess(action, path)) { permit in
                            _ = try permit.open()
                        }
                    } catch is Refusal { #expect(action == .execute) }
                }
                if counts.isEmpty { counts.append(try openDescriptors()) }
            }
            #expect(try [openDescriptors()] == counts)
        }
    }

    @Test func `Access is not authorized without a free descriptor`() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Dispatch aborts a process without a free descriptor for its first timer.
            try await waitForTimers()
            var limit = rlimit(rlim_cur: 0, rlim_max: 4096)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            let access = FileAccess(.read, path)
            #expect(await !access.verdict().isAuthorized)
            #expect((try? await access.look())?.held == nil)
        }
    }
}

/// Returns after Dispatch has its descriptor for timers. A timer that is due at once may need none, so this one is due
/// later.
private func waitForTimers() async throws {
    let later = Task { try await Task.sleep(for: .seconds(600)) }
    defer { later.cancel() }
    var looks = 0
    while try !descriptors().contains("anon_inode:[timerfd]") {
        looks += 1
        try #require(looks < 100_000, "Dispatch has no descriptor for timers any more")
        try await Task.sleep(for: .nanoseconds(1))
    }
}

private func descriptors() throws -> [String] {
    try Directory.names(at: "/proc/self/fd").map { name in
        var target = [CChar](repeating: 0, count: 256)
        // SAFETY: the call writes at most `count` bytes.
        let length = unsafe readlink("/proc/self/fd/\(name)", &target, target.count)
        let bytes = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}

private func openDescriptors() throws -> Int {
    try Directory.names(at: "/proc/self/fd").count
}
