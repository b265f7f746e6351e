import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxCapabilities
@testable import Procedures

@Suite struct `Directory of locks` {
    private let folder: TemporaryFolder
    private var scope: HostExclusion { HostExclusion(directory: folder.path) }

    init() throws { folder = try TemporaryFolder() }

    private func refusal(in directory: String) async -> String? {
        await HostExclusion(directory: directory).refusal()
    }

    private func mode(_ path: String) -> mode_t {
        var found = stat()
        return unsafe lstat(path, &found) == 0 ? found.st_mode & 0o7777 : 0
    }

    @Test func `A missing directory is made with mode 755`() async {
        let path = "\(folder.path)/made"

        #expect(await refusal(in: path) == nil)
        #expect(mode(path) == 0o755)
        #expect(mode("\(path)/backup.lock") == 0o600)
    }

    @Test(arguments: [(0o755, 0o600), (0o1770, 0o660), (0o1777, 0o666), (0o700, 0o600)])
    func `A directory decides the mode of its locks`(directory: mode_t, file: mode_t) async throws {
        let path = try folder.folder("locks", mode: directory)

        #expect(await refusal(in: path) == nil)
        #expect(mode("\(path)/backup.lock") == file)
    }

    @Test func `A directory is not made if its parent is missing`() async {
        let path = "\(folder.path)/missing/locks"

        #expect(
            await refusal(in: path)
                == "directory cannot be used for locks: mkdir(2) failed for `DIRECTORY`: "
                + "No such file or directory (ENOENT); name a directory of this user's own"
        )
    }

    /// Two services, each with its own `RUNTIME_DIRECTORY`, must share the directory.
    @Test func `The shared directory does not depend on the environment`() async {
        await #expect(processExitsWith: .success) {
            for name in ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "TMPDIR"] {
                // SAFETY: both texts are copied, and no other thread of this process reads them.
                unsafe setenv(name, "/run/other", 1)
            }
            #expect(HostExclusion.shared.directory == "/run/warrant")
        }
    }

    @Test func `A user who cannot make the directory gets a remedy`() async {
        await #expect(processExitsWith: .success) {
            let request = try await inNewMounts {
                try mount("run", on: "/run", type: "tmpfs", options: "mode=755")
                try become(65_534)
                return HostExclusion.shared.asking(["backup"])
            }
            guard case .failed(let reason) = await request.value() else {
                Issue.record("expected a refusal")
                return
            }
            #expect(reason.object == "/run/warrant")
            #expect(
                reason.message
                    == "cannot be used for locks: mkdir(2) failed for `/run/warrant`: Permission denied "
                    + "(EACCES); let systemd-tmpfiles make it, by `d /run/warrant 1777 root root`, or "
                    + "name a directory of this user's own with `HostExclusion(directory:)`"
            )
        }
    }

    @Test(arguments: ["", "locks", "./locks", "\0/a"])
    func `A relative path is refused as directory of locks`(path: String) async {
        #expect(await refusal(in: path)?.hasSuffix("is not an absolute path") == true)
    }

    @Test func `A path with a NUL is refused as directory of locks`() async {
        #expect(
            await refusal(in: "/tmp/\0a")
                == "directory cannot be used for locks: open(2) failed for `DIRECTORY`: "
                + "Invalid argument (EINVAL); name a directory of this user's own"
        )
    }

    @Test func `A file or a link is refused as directory of locks`() async throws {
        let file = try folder.file("file")
        let link = try folder.link("link", to: folder.path)

        #expect(await refusal(in: file) == "directory is a regular file, and must be a directory")
        #expect(await refusal(in: link) == "directory is a symbolic link, and must be a directory")
    }

    @Test(arguments: [0o777, 0o775, 0o757] as [mode_t])
    func `A directory that others may write to is refused`(mode: mode_t) async throws {
        let path = try folder.folder("open", mode: mode)

        #expect(
            await refusal(in: path)
                == "directory lets other users remove lock files; "
                + "run chmod go-w or chmod +t on it"
        )
    }

    @Test func `A directory of another user is refused`() async throws {
        let path = try folder.folder("theirs")
        try #require(unsafe chown(path, 65_534, 65_534) == 0, "run the tests as root")

        #expect(
            await refusal(in: path)
                == "directory belongs to user 65534, who could remove lock files; "
                + "root or user 0 must own it"
        )
    }

    @Test func `A symbolic link is refused as lock file`() async throws {
        let target = try folder.file("target", "precious")
        try folder.link("backup.lock", to: target)

        #expect(
            await scope.refusal()
                == "backup cannot be locked: open(2) failed for `FILE`: "
                + "Too many levels of symbolic links (ELOOP)"
        )
    }

    @Test func `A fifo, directory or second link is refused as lock file`() async throws {
        try #require(unsafe mkfifo("\(folder.path)/fifo.lock", 0o666) == 0)
        try folder.folder("directory.lock")
        let target = try folder.file("target", "precious")
        try #require(unsafe Glibc.link(target, "\(folder.path)/link.lock") == 0)

        #expect(
            await scope.refusal(of: "fifo")
                == "file is a fifo, and must be a regular file; remove it"
        )
        #expect(
            await scope.refusal(of: "directory")
                == "directory cannot be locked: open(2) failed for `FILE`: Is a directory (EISDIR)"
        )
        #expect(await scope.refusal(of: "link") == "file has 2 names, and must have one; remove it")
        #expect(try SmallFile.bytes(at: target) == Array("precious".utf8))
    }

    @Test func `A lock leaves the content of its file unchanged`() async throws {
        try folder.file("backup.lock", "precious", mode: 0o600)

        #expect(await scope.refusal() == nil)
        let path = "\(folder.path)/backup.lock"
        #expect(try SmallFile.bytes(at: path) == Array("precious".utf8))
    }

    @Test func `A lock file is made once, without temporary files`() throws {
        let locks = try LockFolder(at: folder.path)
        let first = try locks.make("backup.lock", mode: 0o600, group: nil)
        let second = try locks.make("backup.lock", mode: 0o600, group: nil)

        #expect(first != nil && second == nil)
        #expect(try Directory.names(at: folder.path) == ["backup.lock"])
    }

    @Test func `A full disk refuses new lock files only`() async throws {
        let path = try folder.folder("full")
        let newMounts: Int32 = 0x0002_0000  // CLONE_NEWNS, unshare(2)
        let refused = try await inNewNetwork(alsoUnsharing: newMounts) {
            try mountFull(at: path)
            let scope = HostExclusion(directory: path)
            let (first, second) = (scope.asking(["first"]), scope.asking(["second"]))
            #expect(first.isGranted)
            #expect(!HostExclusion(directory: path).asking(["first"]).isGranted)
            #expect(try Directory.names(at: path) == ["first.lock"])
            scope.release(first)
            return second
        }
        guard case .failed(let reason) = await refused.value() else {
            Issue.record("expected a refusal")
            return
        }
        #expect(reason.object == "second")
        #expect(
            reason.message
                == "cannot be locked: open(2) failed for `\(path)/second.lock`: "
                + "No space left on device (ENOSPC)"
        )
    }
}

/// Mounts a file system with room for one file beside its root.
private func mountFull(at path: String) throws {
    let isPrivate = UInt(MS_REC | MS_PRIVATE)
    try #require(unsafe mount("none", "/", nil, isPrivate, nil) == 0, "run the tests as root")
    try #require(unsafe mount("full", path, "tmpfs", 0, "nr_inodes=2,mode=755") == 0)
}
