import Glibc
import TestSupport
import Testing

/// The rules do not follow a magic link of proc(5), so the owners on the path are unknown.
@Suite struct `Denial behind a magic link` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [("f", 1), ("/proc/self/cwd/f", 2), ("/proc/self/root/f", 2)])
    func `A prohibition fails for an owner, and is not known behind a magic link`(
        path: String,
        status: Int32
    ) async throws {
        let file = try folder.file("f", mode: 0)
        try #require(unsafe chown(file, 65534, 65534) == 0, "root is needed")
        let asked =
            path.hasSuffix("root/f") ? "/proc/self/root\(file)" : path == "f" ? file : path
        try folder.file("p.yaml", "warrant: 1\nname: p\nforbid: [{ read: \(asked) }]\n")
        let command = Caller.nobody.command + [try await folder.sharedProgram(), "check", "p.yaml"]
        let ended = try await folder.run(command)
        #expect(ended.status == status, "\(ended)")
    }

    @Test func `The creation of a missing file behind a magic link is not known`() async throws {
        try folder.folder("all", mode: 0o777)
        let path = "/proc/self/cwd/all/new"
        try folder.file("p.yaml", "warrant: 1\nname: p\nforbid: [{ write: \(path) }]\n")
        let command = Caller.nobody.command + [try await folder.sharedProgram(), "check", "p.yaml"]
        #expect(try await folder.run(command).status == 2)
    }
}
