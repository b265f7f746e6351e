import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct `A regular file` {
    @Test func `A file lists each directory that could redirect its path`() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "o", "s"] { try folder.folder(name) }
        try folder.file("s/policy", "text")
        try folder.link("o/second", to: "../s/policy")
        try folder.link("a/first", to: "\(folder.path)/o/second")
        let found = try RegularFile.contents(at: "\(folder.path)/a/first", limit: 100)
        #expect(found.bytes == Array("text".utf8))
        #expect(found.directories.map(\.path) == ["a", "o", "s"].map { "\(folder.path)/\($0)" })
    }

    @Test func `A file lists each directory above those`() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "a/b", "c"] { try folder.folder(name) }
        try folder.file("a/b/policy", "text")
        try folder.link("c/link", to: "../a/b/policy")
        let found = try RegularFile.contents(at: "\(folder.path)/c/link", limit: 100)
        #expect(found.directories.map(\.path) == ["c", "a/b"].map { "\(folder.path)/\($0)" })
        #expect(
            try found.ancestors().map(\.path) == [folder.path, "/tmp", "/", "\(folder.path)/a"]
        )
    }

    @Test func `A file is not read past its limit`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("long", String(repeating: "x", count: 101))
        #expect(throws: RegularFile.Problem.tooLarge) {
            try RegularFile.contents(at: path, limit: 100)
        }
    }

    /// The process that opens a file reads its first 65,536 bytes too.
    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
    func `A file of any size is read whole`(size: Int) throws {
        let folder = try TemporaryFolder()
        let text = String((0..<size).map { Character(Unicode.Scalar(UInt8(97 + $0 % 23))) })
        let path = try folder.file("text", text)
        let found = try RegularFile.contents(at: path, limit: size)
        #expect(found.bytes == Array(text.utf8))
        guard size > 0 else { return }
        #expect(throws: RegularFile.Problem.tooLarge) {
            try RegularFile.contents(at: path, limit: size - 1)
        }
    }

    @Test func `What is not a regular file is not opened`() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path(of: "pipe")
        let file = try folder.file("file", "text")
        _ = try await runCommand(["mkfifo", pipe]).success(of: ["mkfifo", pipe])
        let events = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        defer { close(events) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The watch of a file that is read shows that an open would be seen.
        for (path, isOpened) in [(pipe, false), (file, true)] {
            let watch = unsafe inotify_add_watch(events, path, UInt32(IN_OPEN))
            #expect(watch > 0)
            _ = try? RegularFile.contents(at: path, limit: 100)
            #expect(unsafe (read(events, &buffer, buffer.count) > 0) == isOpened)
        }
    }

    @Test(arguments: ["/", "/dev/null"])
    func `A directory or device is not a regular file`(path: String) {
        #expect(throws: RegularFile.Problem.self) { try RegularFile.contents(at: path, limit: 100) }
    }
}
