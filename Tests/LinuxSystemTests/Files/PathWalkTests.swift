import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct `A path walk` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The paths of the steps below the folder of the test.
    private func steps(_ walk: PathWalk) -> [String] {
        walk.steps.map(\.path).filter { $0.hasPrefix(folder.path + "/") }
            .map { String($0.dropFirst(folder.path.utf8.count)) }
    }

    @Test func `meets every component, the root first`() throws {
        try folder.folder("a")
        try folder.file("a/b")
        let walk = PathWalk("\(folder.path)/a/b", follow: true)
        #expect(walk.stop == nil)
        #expect(walk.steps.first?.path == "/")
        #expect(steps(walk) == ["/a", "/a/b"])
        #expect(walk.steps.last?.facts.kind == .regular)
    }

    @Test func `goes through links, relative and absolute`() throws {
        try folder.folder("a")
        try folder.file("a/b")
        try folder.link("r", to: "a")
        try folder.link("s", to: "\(folder.path)/r/b")
        let walk = PathWalk("\(folder.path)/s", follow: true)
        #expect(walk.stop == nil)
        #expect(steps(walk) == ["/s", "/r", "/a", "/a/b"])
        #expect(walk.steps.last { $0.path.hasSuffix("/s") }?.target == "\(folder.path)/r/b")
    }

    @Test func `leaves a link at the end alone when told not to follow`() throws {
        try folder.file("b")
        try folder.link("r", to: "b")
        let walk = PathWalk("\(folder.path)/r", follow: false)
        #expect(walk.stop == nil)
        #expect(steps(walk) == ["/r"])
        #expect(walk.steps.last?.facts.kind == .symbolicLink)
    }

    @Test func `comes back with dots, and no higher than the root`() throws {
        try folder.folder("a")
        try folder.file("b")
        #expect(steps(PathWalk("\(folder.path)/a/../b", follow: true)) == ["/a", "/b"])
        let walk = PathWalk("/../../etc/./passwd", follow: true)
        #expect(walk.stop == nil)
        #expect(walk.steps.map(\.path) == ["/", "/", "/", "/etc", "/etc/passwd"])
    }

    @Test func `ends at what is missing`() throws {
        try folder.folder("a")
        let walk = PathWalk("\(folder.path)/a/b/c", follow: true)
        #expect(walk.stop?.code == ENOENT)
        #expect(steps(walk) == ["/a"])
    }

    @Test(arguments: ["/f/x", "/f/"])
    func `ends at what is no directory`(rest: String) throws {
        try folder.file("f")
        let walk = PathWalk(folder.path + rest, follow: true)
        #expect(walk.stop?.code == ENOTDIR)
        #expect(steps(walk) == ["/f"])
    }

    @Test func `gives up on a loop as the kernel does`() throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        let walk = PathWalk("\(folder.path)/a", follow: true)
        #expect(walk.stop?.code == ELOOP)
        #expect(steps(walk).count == 41)
    }

    @Test func `jumps where a link of proc leads, which cannot be spelled`() throws {
        let walk = PathWalk("/proc/self/fd/0", follow: true)
        #expect(walk.stop == nil)
        #expect(walk.steps.last?.facts.kind != .symbolicLink)
    }

    @Test func `goes on by the name of such a link`() throws {
        try folder.file("b")
        let path = "/proc/self/root\(folder.path)/b"
        let walk = PathWalk(path, follow: true)
        #expect(walk.stop == nil)
        #expect(walk.steps.last?.path == path)
    }

    @Test func `refuses a path that C would cut short`() {
        #expect(PathWalk("/etc\0/shadow", follow: true).stop?.code == EINVAL)
    }

    @Test func `reads an access list as the kernel keeps it`() async throws {
        let path = try folder.file("l", mode: 0o640)
        try await run("setfacl", "--modify", "user:65534:r,group:12:rw", path)
        let list = try #require(PathWalk(path, follow: true).steps.last?.list)
        #expect(
            list.entries == [
                .init(.owner, 6), .init(.user, 4, id: 65534), .init(.owningGroup, 4),
                .init(.group, 6, id: 12), .init(.mask, 6), .init(.other, 0),
            ]
        )
    }

    @Test(
        arguments: [
            [], [1, 0, 0, 0], [2, 0, 0, 0, 1], [2, 0, 0, 0, 3, 0, 7, 0, 0, 0, 0, 0],
            [2, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `takes no malformed access list`(bytes: [UInt8]) {
        #expect(AccessList(attribute: bytes) == nil)
    }
}

/// Runs a program to its end, which must be a success.
func run(_ command: String...) async throws {
    _ = try await runCommand(command).success(of: command)
}
