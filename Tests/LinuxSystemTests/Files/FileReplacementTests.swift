import Foundation
import LinuxSystem
import TestSupport
import Testing

@Suite struct `Replacement of a file` {
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

    @Test func `A replaced file holds the new content`() throws {
        try replace("a", expecting: "old")
        #expect(try text("a") == "new")
        #expect(try Directory.names(at: folder.path).sorted() == ["a", "b", "link"])
    }

    @Test(arguments: ["ol", "older", "olt", ""])
    func `A file with other content than expected stays as it was`(other: String) throws {
        #expect(throws: FileReplacement.Problem.changed) { try replace("a", expecting: other) }
        #expect(try text("a") == "old")
        #expect(try Directory.names(at: folder.path).sorted() == ["a", "b", "link"])
    }

    @Test func `Replacement accepts only a regular file without a link`() throws {
        #expect(throws: FileReplacement.Problem.symbolicLink) {
            try replace("link", expecting: "old")
        }
        #expect(throws: FileReplacement.Problem.notRegular) { try replace("b", expecting: "") }
        #expect(throws: FileReplacement.Problem.self) { try replace("c", expecting: "") }
        #expect(throws: FileReplacement.Problem.self) { try replace("a\0b", expecting: "old") }
        #expect(try text("a") == "old")
    }

    /// The new file is never open to a user who had no access to the old one, even if its directory gives it a list.
    @Test(arguments: [
        ("u::rw-,g::r--,o::r--", nil), ("u::rw-,g::---,o::---", "u:65534:rw-"),
        ("u::rw-,g::rw-,o::r--", "g:65534:r--,m::r--"),
    ])
    func `A replacement keeps mode and access list`(bits: String, list: String?) async throws {
        let path = folder.path(of: "a")
        try await setList(["--set", [bits, list].compactMap(\.self).joined(separator: ",")], path)
        try await setList(["--default", "--modify", "u:65533:rw-,g:65533:rw-"], folder.path)
        let before = try await description(path)
        try replace("a", expecting: "old")
        #expect(try text("a") == "new")
        #expect(try await description(path) == before)
    }

    private func setList(_ words: [String], _ path: String) async throws {
        #expect(try await run(["setfacl"] + words + [path]) == "")
    }

    private func description(_ path: String) async throws -> String {
        try await run(["getfacl", "--absolute-names", "--numeric", path])
    }

    private func run(_ command: [String]) async throws -> String {
        try await runCommand(command).success(of: command)
    }
}
