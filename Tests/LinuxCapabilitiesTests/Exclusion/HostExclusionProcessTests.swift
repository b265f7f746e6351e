import Glibc
import LinuxCapabilities
import TestSupport
import Testing

@testable import Procedures

/// The test library waits for a child on a thread of the pool. Concurrent actions of two processes are therefore tested
/// with another program, or with two scopes in one child.
@Suite(.timeLimit(.minutes(20))) struct `Exclusion among processes` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `A lock ends when its holder is killed`() async throws {
        let path = try folder.file("backup.lock", mode: 0o600)
        let scope = HostExclusion(directory: folder.path)
        try await withOtherHolder(of: path) { holder in
            let waiting = scope.asking(["backup"])

            #expect(!waiting.isGranted)
            #expect(
                scope.obstacleLines(waiting) == [
                    "backup is held by a process that says it is \(holder.pid) (`python3`)"
                ]
            )
            holder.kill()
            #expect(await waiting.isAlone())
            scope.release(waiting)
            #expect(scope.isEmpty)
        }
    }

    @Test func `Users share locks in a directory with mode 1777`() async throws {
        let shared = try folder.folder("shared", mode: 0o1777)
        let scope = HostExclusion(directory: shared)
        // Root creates the file, so that all users may trust it.
        #expect(await scope.refusal() == nil)
        try await withOtherHolder(of: "\(shared)/backup.lock", as: 65_534) { holder in
            let waiting = scope.asking(["backup"])

            #expect(!waiting.isGranted)
            holder.kill()
            #expect(await waiting.isAlone())
            scope.release(waiting)
        }
    }

    @Test func `A user gets the lock after root releases it`() async throws {
        let shared = try folder.folder("shared", mode: 0o1777)
        await #expect(processExitsWith: .success) { [shared = shared as String] in
            let (root, user) = (HostExclusion(directory: shared), HostExclusion(directory: shared))
            let held = root.asking(["backup"])
            try become(65_534)
            let waiting = user.asking(["backup"])
            #expect(held.isGranted && !waiting.isGranted)
            root.release(held)
            #expect(await waiting.isAlone())
        }
    }

    @Test func `A lock file of a user serves root and no other user`() async throws {
        let shared = try folder.folder("shared", mode: 0o1777)
        await #expect(processExitsWith: .success) { [shared = shared as String] in
            try become(65_534)
            #expect(await HostExclusion(directory: shared).refusal() == nil)
        }
        await #expect(processExitsWith: .success) { [shared = shared as String] in
            try become(65_533)
            let message =
                "file belongs to user 65534, who could remove it while it is locked; root must own it"
            #expect(await HostExclusion(directory: shared).refusal() == message)
        }
        let scope = HostExclusion(directory: shared)
        let held = scope.asking(["backup"])
        try #require(held.isGranted)
        await #expect(processExitsWith: .success) { [shared = shared as String] in
            try become(65_534)
            #expect(unsafe unlink("\(shared)/backup.lock") == -1 && errno == EPERM)
            #expect(!HostExclusion(directory: shared).asking(["backup"]).isGranted)
        }
        scope.release(held)
    }

    @Test func `Locks in a directory that root made are closed to users`() async throws {
        let made = "\(folder.path)/made"
        #expect(await HostExclusion(directory: made).refusal() == nil)
        await #expect(processExitsWith: .success) { [made = made as String] in
            try become(65_534)
            let scope = HostExclusion(directory: made)
            #expect(
                await scope.refusal()
                    == "backup cannot be locked: open(2) failed for `FILE`: Permission denied (EACCES)"
            )
            #expect(
                await scope.refusal(of: "other")
                    == "other cannot be locked: open(2) failed for `FILE`: Permission denied (EACCES)"
            )
        }
    }

    /// A request has a directory and a file in it open at the same time.
    @Test func `A request without a free descriptor fails, and a later one works`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let scope = HostExclusion(directory: folder.path)
            let first = await scope.refusal()
            try leaveDescriptors(0)
            let directory = await scope.refusal()
            try leaveDescriptors(1)
            let file = await scope.refusal()
            try leaveDescriptors(100)
            let last = await scope.refusal()

            #expect(first == nil && last == nil && scope.isEmpty)
            let why = "Too many open files (EMFILE)"
            #expect(
                directory == "directory cannot be used for locks: open(2) failed for `DIRECTORY`: "
                    + "\(why); name a directory of this user's own"
            )
            #expect(file == "backup cannot be locked: open(2) failed for `FILE`: \(why)")
        }
    }
}

/// Lets this process open this number of further files, and no more.
private func leaveDescriptors(_ spare: Int32) throws {
    var room = rlimit(rlim_cur: 4096, rlim_max: 4096)
    try #require(unsafe setrlimit(__rlimit_resource_t(7), &room) == 0)  // RLIMIT_NOFILE
    let next = unsafe open("/", O_RDONLY | O_CLOEXEC)
    try #require(next >= 0)
    close(next)
    var limit = rlimit(rlim_cur: rlim_t(next + spare), rlim_max: 4096)
    try #require(unsafe setrlimit(__rlimit_resource_t(7), &limit) == 0)
}
