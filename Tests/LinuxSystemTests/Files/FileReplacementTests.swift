import LinuxSystem
import TestSupport
import Testing

@Suite struct `A file that is replaced` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("a", "old")
        try folder.link("link", to: "a")
        try folder.folder("b")
    }

    private func replace(_ name: String, expecting old: String) throws(FileReplacement.Problem) {
        try FileReplacement.replace(
            at: folder.path(of: name),
            expecting: Array(old.utf8),
            with: Array("new".utf8)
        )
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try SmallFile.bytes(at: folder.path(of: name)), as: UTF8.self)
    }

    @Test func `holds what it was given`() throws {
        try replace("a", expecting: "old")
        #expect(try text("a") == "new")
        #expect(try Directory.names(at: folder.path).sorted() == ["a", "b", "link"])
    }

    @Test(arguments: ["ol", "older", "olt", ""])
    func `is as it was where it holds something else`(other: String) throws {
        #expect(throws: FileReplacement.Problem.changed) { try replace("a", expecting: other) }
        #expect(try text("a") == "old")
        #expect(try Directory.names(at: folder.path).sorted() == ["a", "b", "link"])
    }

    @Test func `is a regular file, and reached by no link`() throws {
        #expect(throws: FileReplacement.Problem.symbolicLink) {
            try replace("link", expecting: "old")
        }
        #expect(throws: FileReplacement.Problem.notRegular) { try replace("b", expecting: "") }
        #expect(throws: FileReplacement.Problem.self) { try replace("c", expecting: "") }
        #expect(throws: FileReplacement.Problem.self) { try replace("a\0b", expecting: "old") }
        #expect(try text("a") == "old")
    }
}
