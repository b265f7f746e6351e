import AccessModel
import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `File permit` {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file("key", "#!/bin/sh\n", mode: 0o755)
    }

    /// The change of the path between the check and the open.
    enum Swap: CaseIterable {
        case none, renamed, linked, removed

        func apply(to path: String, in folder: TemporaryFolder) throws {
            guard self != .none else { return }
            let other = try folder.file("other", "#!/bin/true\n", mode: 0o755)
            switch self {
            case .none: break
            case .renamed: try #require(unsafe rename(other, path) == 0)
            case .removed: try #require(unsafe unlink(path) == 0)
            case .linked:
                try #require(unsafe unlink(path) == 0)
                try #require(unsafe symlink(other, path) == 0)
            }
        }
    }

    @Test(arguments: [FileAccess.Action.read, .write, .execute], Swap.allCases)
    func `A permit opens the judged file`(action: FileAccess.Action, swap: Swap) async throws {
        let judged = try inode(path)
        try await withPermit(for: FileAccess(action, path)) { permit in
            try swap.apply(to: path, in: folder)
            let file = try permit.open()
            #expect(try file.withFileDescriptor(inode) == judged)
            #expect(file.path == path)
        }
        if swap == .renamed { #expect(try inode(path) != judged) }
    }

    @Test func `An opened file is usable after its permit`() async throws {
        let key = try await withPermit(for: FileAccess(.read, path)) { permit in
            await Task.yield()
            let first = try permit.open()
            await Task.yield()
            #expect(try first.read(upTo: 3) == Array("#!/".utf8))
            return try permit.open()
        }
        #expect(try key.read(upTo: 100) == Array("#!/bin/sh\n".utf8))
        #expect(try key.read(upTo: 100) == [])
        #expect(try key.read(upTo: -1) == [])
    }

    @Test func `A file opened for writing is truncated only on request`() async throws {
        try await withPermit(for: FileAccess(.write, path)) { permit in
            try permit.open().write("JUD".utf8)
            #expect(try text(at: path) == "JUDbin/sh\n")
            let file = try permit.open()
            try file.truncate(to: 0)
            try file.write("new".utf8)
        }
        #expect(try text(at: path) == "new")
    }

    @Test func `A permit allows only the judged action`() async throws {
        let (reads, writes) = ("read(2)", "write(2)")
        for (action, failing) in [
            (FileAccess.Action.read, [writes]), (.execute, [reads, writes]), (.write, [reads]),
        ] {
            try await withPermit(for: FileAccess(action, path)) { permit in
                let file = try permit.open()
                var failed: [String] = []
                do throws(SystemError) { _ = try file.read(upTo: 1) } catch {
                    #expect(error == SystemError(reads, path, code: EBADF))
                    failed.append(reads)
                }
                do throws(SystemError) { try file.write([65]) } catch {
                    #expect(error == SystemError(writes, path, code: EBADF))
                    failed.append(writes)
                }
                #expect(failed == failing)
            }
        }
    }

    @Test(arguments: [FileAccess.Action.read, .write, .execute])
    func `An opened file releases a close-on-exec descriptor`(
        action: FileAccess.Action
    ) async throws {
        let descriptor = try await withPermit(for: FileAccess(action, path)) { permit in
            try permit.open().release()
        }
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
        #expect(close(descriptor) == 0)
    }

    @Test func `A permit opens a regular file without O_NONBLOCK`() async throws {
        let flags = try await withPermit(for: FileAccess(.read, path)) { permit in
            try permit.open().withFileDescriptor { fcntl($0, F_GETFL) }
        }
        #expect(flags & (O_NONBLOCK | O_ACCMODE) == O_RDONLY)
    }

    @Test func `A permit of a described host opens no file`() async throws {
        let facts = FileFacts(kind: .regular, mode: 0o644, uid: 0, gid: 0)
        let file = Place(.regular, mode: 0o644, uid: 0, gid: 0)
        let look = FileLook.reached(facts, refusal: nil)
        let host = Host.whole { facts in
            facts.describe(HostFacts.File(file), at: "/srv/key")
            facts.kernelAnswer = .always(look)
        }
        try await withPermit(for: FileAccess(.read, "/srv/key", on: host)) { permit in
            do throws(SystemError) {
                _ = try permit.open()
                Issue.record("opened")
            } catch {
                #expect(
                    error.description == "open(2) failed for `/srv/key`: "
                        + "Operation not supported (EOPNOTSUPP); "
                        + "only the files of a live host can be opened"
                )
            }
        }
    }

    @Test func `A permit for another subject opens no file`() async throws {
        let access = FileAccess(.read, "/etc/passwd", as: .user("nobody"))
        #expect(try await access.look().held == nil)
        try await withPermit(for: access) { permit in
            do throws(SystemError) {
                _ = try permit.open()
                Issue.record("opened")
            } catch { #expect(error.code == EOPNOTSUPP) }
        }
    }

    @Test func `A denied look holds no file`() async throws {
        let inner = try folder.folder("folder")
        for access in [
            FileAccess(.write, inner), FileAccess(.execute, inner),
            FileAccess(.read, folder.path(of: "other")), FileAccess(.read, "key"),
        ] { #expect(try await access.look().held == nil) }
        #expect(try await FileAccess(.read, path).look().held != nil)
        // No file is kept open, even while the path is walked for the evidence.
        let refused = try folder.file("other", "no program")
        let look = try await Host.live.files.look(
            at: refused,
            for: .execute,
            follow: true,
            keeping: true
        )
        #expect(look?.file == nil)
    }
}
