import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// The kernel's own events decide. If an event is missed, a test waits until its time limit.
@Suite(.timeLimit(.minutes(20))) struct `Updates of a file` {
    typealias Status = FileAccessStatus

    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file("key", "secret")
    }

    private static func nobody(_ path: String, _ action: FileAccess.Action = .read) -> FileAccess {
        FileAccess(action, path, as: .user("nobody"))
    }

    @Test func `Updates report each change of the file and its directories`() async throws {
        let key = Self.nobody(path)
        let audience = Audience(key.updates)
        let changes: [(String, () throws -> Void)] = [
            ("chmod", { try folder.change("key", mode: 0o600) }),
            ("chmod back", { try folder.change("key", mode: 0o644) }),
            ("the way", { try folder.change("", mode: 0o700) }),
            ("the way back", { try folder.change("", mode: 0o755) }),
            ("unlink", { try #require(unsafe unlink(path) == 0) }),
            ("create", { try folder.file("key") }),
            ("chown", { try folder.change("key", owner: 7) }),
            ("rename", { try #require(unsafe rename(path, folder.path(of: "old")) == 0) }),
            ("link", { try folder.link("key", to: "old") }),
            ("chmod behind it", { try folder.change("old", mode: 0o600) }),
        ]
        for (name, change) in changes {
            let before = try await key.authorizationStatus()
            await audience.isTold(before)
            try change()
            let after = try await key.authorizationStatus()
            #expect(before != after || name == "chmod back", "\(name)")
            await audience.isTold(after)
        }
        #expect(await audience.leave() == nil)
    }

    @Test func `Updates report mounts in the namespace of the subject`() async throws {
        try #require(getuid() == 0, "root is needed to mount")
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "cat"]
        try await withChild(["unshare", "--mount", "--propagation", "private"] + user) { child in
            let key = FileAccess(.read, path, as: .process(pid: child.pid))
            let audience = Audience(key.updates)
            let before = try await key.authorizationStatus()
            await audience.isTold(before)
            let point = folder.path
            try await inMounts(of: child.pid) {
                _ = unsafe Glibc.mount("none", point, "tmpfs", 0, nil)
            }
            let covered = try await key.authorizationStatus()
            #expect(covered != before)
            await audience.isTold(covered)
            try await inMounts(of: child.pid) { _ = unsafe umount2(point, Int32(MNT_DETACH)) }
            await audience.isTold(before)
            #expect(await audience.leave() == nil)
        }
    }

    @Test func `Updates report a change through another hard link`() async throws {
        let audience = Audience(Self.nobody(path).updates)
        try await audience.isTold(Self.nobody(path).authorizationStatus())
        let other = folder.path(of: "other")
        try #require(unsafe link(path, other) == 0)
        try folder.change("other", mode: 0o600)
        try await audience.isTold(Self.nobody(path).authorizationStatus())
        #expect(try await Self.nobody(path).authorizationStatus().verdict.isAuthorized == false)
        #expect(await audience.leave() == nil)
    }

    @Test func `Updates follow a symbolic link to its new target`() async throws {
        for name in ["a", "b"] {
            try folder.folder(name)
            try folder.file("\(name)/key")
        }
        try folder.link("way", to: "a")
        let key = Self.nobody(folder.path(of: "way/key"))
        let audience = Audience(key.updates)
        try await audience.isTold(key.authorizationStatus())
        try folder.link("new", to: "b")
        try #require(unsafe rename(folder.path(of: "new"), folder.path(of: "way")) == 0)
        try await audience.isTold(key.authorizationStatus())
        try folder.change("b/key", mode: 0o600)
        try await audience.isTold(key.authorizationStatus())
        #expect(await audience.leave() == nil)
    }

    /// A directory must be empty to be deleted; a script needs an executable interpreter.
    @Test func `Updates report a new file in a directory and a new interpreter`() async throws {
        try folder.folder("directory")
        let delete = FileAccess(.delete(.directory), folder.path(of: "directory"))
        let deleting = Audience(delete.updates)
        try await deleting.isTold(delete.authorizationStatus())
        try folder.file("directory/file")
        let isFull = try await delete.authorizationStatus()
        #expect(!isFull.verdict.isAuthorized)
        await deleting.isTold(isFull)
        #expect(await deleting.leave() == nil)

        let interpreter = try folder.file("shell", "", mode: 0o755)
        let script = try folder.file("script", "#!\(interpreter)\n", mode: 0o755)
        // A denial of this process contains the number of its threads, which other tests change.
        let execute = Self.nobody(script, .execute)
        let executing = Audience(execute.updates)
        try await executing.isTold(execute.authorizationStatus())
        try folder.file("shell", "#!/bin/true\n", mode: 0o755)
        try await executing.isTold(execute.authorizationStatus())
        try folder.change("shell", mode: 0o644)
        try await executing.isTold(execute.authorizationStatus())
        #expect(await executing.leave() == nil)
    }

    @Test func `Updates ignore other files in the directory`() async throws {
        let key = FileAccess(.read, path)
        let audience = Audience(key.updates)
        await audience.isTold { count, _ in count >= 1 }
        for number in 1...100 { try folder.file("noise-\(number)") }
        try folder.change("key", mode: 0o600)
        try await audience.isTold(key.authorizationStatus())
        #expect(await audience.leave() == nil)
        // A few mounts of other tests are reported, but not a hundred files.
        #expect(audience.told.count < 20)
    }

    @Test func `Updates recover when the kernel has lost events`() async throws {
        var updates = FileAccess(.read, path).updates.patient.makeAsyncIterator()
        _ = try await updates.next()
        let limit = try SmallFile.number(at: "/proc/sys/fs/inotify/max_queued_events")
        // None of these events is reported unless some were lost.
        for number in 0...limit / 2 {
            try #require(unsafe unlink(folder.file("noise-\(number)")) == 0)
        }
        #expect(try await updates.next()?.get().verdict.isAuthorized == true)
        // All later events are received as before.
        try #require(unsafe unlink(path) == 0)
        #expect(try await updates.next()?.get().verdict.isAuthorized == false)
    }

    @Test func `Updates end on a file system without events`() async throws {
        for (path, type) in [("/proc/self/status", "proc"), ("/sys/kernel/uevent_seqnum", "sysfs")]
        {
            let audience = Audience(FileAccess(.read, path).updates)
            let end = await audience.end()
            #expect(audience.told.count == 1)
            let place = "/" + path.split(separator: "/")[0]
            #expect(
                end?.description == "further changes are not announced; `\(place)` is on a file "
                    + "system (\(type)) that does not report all changes"
            )
        }
    }

    @Test func `Updates without a valid file or subject report one status`() async throws {
        for file in [
            FileAccess(.read, "key"), FileAccess(.read, path, as: .user("nosuchuser")),
        ] {
            let audience = Audience(file.updates)
            #expect(await audience.end() != nil)
            #expect(audience.told.count == 1)
        }
    }

    @Test func `Updates end with the process of the subject`() async throws {
        try await withChild(["cat"]) { [path] child async throws in
            let key = FileAccess(.read, path, as: .process(pid: child.pid))
            #expect(key.updates.unreported != nil)
            let audience = Audience(key.updates)
            await audience.isTold { count, _ in count >= 1 }
            child.kill()
            let end = await audience.end()
            #expect(end?.description.contains("process \(child.pid)") == true)
            // One check may have failed earlier, while the process ended.
            let last = try #require(audience.told.last).get()
            #expect(last.verdict.reasons.map(\.code) == ["subject-missing"])
        }
    }
}
