import Foundation
import TestSupport
import Testing

/// Prohibitions about an object that does not exist.
@Suite struct `An object that does not exist` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.folder("open", mode: 0o777)
        try folder.folder("closed", mode: 0o755)
    }

    private func check(_ forbidden: String, _ options: String...) async throws -> Ended {
        try folder.file("policy.yaml", "warrant: 1\nname: p\nforbid: [{ \(forbidden) }]\n")
        return try await folder.run(
            [TemporaryFolder.program, "check"] + options + ["policy.yaml"]
        )
    }

    @Test func `A prohibition of a missing object holds, and the report says so`() async throws {
        #expect(
            try await check("read: /none")
                == Ended(
                    0,
                    output: """
                        policy.yaml: p

                          ✓ forbid read /none   does not exist

                        the requirement holds; 1 holds because what it names does not exist

                        """
                )
        )
    }

    @Test(arguments: [
        ("json", "\"restsOnAbsence\" : true"), ("tap", "  message: \"does not exist\"\n"),
        ("junit", "><system-out>does not exist</system-out></testcase>"),
        ("nagios", "the requirement holds; 1 holds because what it names does not exist |"),
    ])
    func `Formats mark a prohibition that holds because its object is missing`(
        format: String,
        text: String
    ) async throws {
        let ended = try await check("read: /none", "--format", format)
        #expect(ended.status == 0)
        #expect(ended.output.contains(text), "\(ended.output)")
        let other = try await check("read: /etc/shadow, as: nobody", "--format", format)
        #expect(other.status == 0)
        #expect(!other.output.contains("restsOnAbsence") && !other.output.contains("system-out"))
        #expect(!other.output.contains("1 holds because"))
    }

    @Test(arguments: [
        ("json", "\"restsOnKind\" : true"), ("tap", "  message: \"is not a directory\"\n"),
        ("junit", "><system-out>is not a directory</system-out></testcase>"),
        (
            "nagios",
            "the requirement holds; 1 holds because of the kind of file that it names |"
        ),
    ])
    func `Formats mark a prohibition that holds for the kind of its file`(
        format: String,
        text: String
    ) async throws {
        let ended = try await check("list: /etc/passwd", "--format", format)
        #expect(ended.status == 0)
        #expect(ended.output.contains(text), "\(ended.output)")
    }

    @Test(arguments: [
        "write", "append", "read-write", "open-truncate", "truncate",
    ])
    func `A prohibition of writing fails if the subject may create the file`(word: String)
        async throws
    {
        let path = folder.path
        let open = try await check("\(word): \(path)/open/new, as: nobody")
        #expect(
            open.output.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } } == [
                "✗ forbid \(word) \(path)/open/new as user nobody",
                "does not exist, and may be created",
                "1 of 1 does not hold: 1 authorized though forbidden",
            ]
        )
        #expect(open.status == 1)
        let closed = try await check("\(word): \(path)/closed/new, as: nobody")
        #expect(closed.status == 0, "\(closed.output)")
        // A requirement is denied all the same: the file cannot be opened now.
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nrequire: [{ \(word): \(path)/open/new, as: nobody }]\n"
        )
        #expect(try await folder.warrant("check", "policy.yaml").status == 1)
    }

    /// open(2) with O_CREAT would succeed, and does another thing than the word.
    @Test func `An existing object does not count as missing`() async throws {
        try folder.file("written", mode: 0o602)
        for forbidden in ["truncate: /dev/null", "read-write: \(folder.path)/written, as: nobody"] {
            let ended = try await check(forbidden)
            #expect(ended.status == 0, "\(ended.output)")
        }
    }

    /// The subject may not search its own directory, until it changes the mode.
    @Test func `A missing file may be created behind a directory that is closed now`() async throws
    {
        try folder.folder("own", mode: 0o755)
        try folder.folder("own/open", mode: 0o777)
        let path = "\(folder.path)/own/open/new"
        for (owner, status) in [("nobody", 1), ("root", 0)] as [(String, Int)] {
            _ = try await folder.run(["chown", owner, "own"])
            _ = try await folder.run(["chmod", "0", "own"])
            let ended = try await check("write: \(path), as: nobody")
            #expect(ended.status == status, "\(ended.output)")
            #expect(
                ended.output.contains("can gain the permission by itself") == (status == 1),
                "\(ended.output)"
            )
            let made = try await folder.run([
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-euc",
                "chmod 700 \(folder.path)/own; echo x >>\(path)",
            ])
            #expect((made.status == 0) == (status == 1))
            _ = try await folder.run(["rm", "-f", path])
        }
    }

    /// The kernel is the judge: the same subject creates and writes the file.
    @Test func `A subject can create the file exactly if the prohibition fails`() async throws {
        let path = folder.path
        for (directory, status) in [("open", 1), ("closed", 0)] as [(String, Int)] {
            let ended = try await check("write: \(path)/\(directory)/new, as: nobody")
            #expect(ended.status == status)
            let made = try await folder.run([
                "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c",
                "echo x >>\(path)/\(directory)/new",
            ])
            #expect((made.status == 0) == (status == 1))
        }
    }
}
