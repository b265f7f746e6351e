import TestSupport
import Testing

@Suite struct `A relative path` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (["can", "read", "note"], "✓ this process may read DIR/note"),
        (["can", "read", ".//./note"], "✓ this process may read DIR/note"),
        (["can", "rename", "note", "../new"], "✓ this process may rename DIR/note to DIR/../new"),
        (["can", "bind", "unix:new.socket"], "✓ this process may bind unix:DIR/new.socket"),
        (["who-can", "read", "./note"], "✓ every user may read DIR/note"),
        (["can", "--list", "."], "rights of this process in DIR"),
        (["can", "--list", "sub/.."], "rights of this process in DIR/sub/.."),
    ])
    func `A relative path starts at the working directory and is shown absolute`(
        arguments: [String],
        first: String
    ) async throws {
        try folder.file("note")
        try folder.folder("sub")
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        let line = ended.output.split(separator: "\n").first.map(String.init)
        #expect(line == first.replacing("DIR", with: folder.path))
        #expect(ended.status == 0)
    }

    @Test(arguments: [
        ["can", "read", "note"], ["who-can", "read", "note"], ["can", "--list", "note"],
    ])
    func `A relative path is absolute in JSON`(arguments: [String]) async throws {
        try folder.file("note")
        let ended = try await folder.run(
            [TemporaryFolder.program] + arguments + ["--format", "json"]
        )
        let line = ended.output.split(separator: "\n").last { $0.contains("\"object\"") }
        #expect(line?.contains("\(folder.path)/note\"") == true)
    }

    /// `link/..` is the parent of the link's target, not the directory that holds the link.
    @Test(arguments: [
        "note", "./note", "sub/../note", "link/../passwd", "link/../etc/passwd", "link/shadow",
        "closed/key", "closed/../note", "missing", "../../etc/passwd", "note/",
    ])
    func `A relative path leads to the same file as in the kernel`(path: String) async throws {
        try folder.file("note")
        try folder.file("passwd")
        try folder.folder("sub")
        try folder.link("link", to: "/etc")
        try folder.folder("closed", mode: 0o700)
        try folder.file("closed/key")
        let judge = try await folder.run(Caller.nobody.command + ["test", "-r", path])
        #expect(try await folder.warrant("can", "read", path, by: .nobody).status == judge.status)
    }

    @Test(arguments: [["can", "read", "x"], ["who-can", "read", "x"], ["can", "--list", "x"]])
    func `A relative path is refused in a directory that was removed`(arguments: [String])
        async throws
    {
        let script = #"mkdir gone && cd gone && rmdir ../gone && exec "$@""#
        let command = ["sh", "-c", script, "sh", TemporaryFolder.program]
        let ended = try await folder.run(command + arguments)
        let problem =
            "`x` is a relative path, and the working directory was removed; begin it with `/`"
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.output == "")
    }

    /// getcwd(3) of glibc would name another directory.
    @Test(arguments: [["can", "read", "x"], ["who-can", "read", "x"], ["can", "--list", "x"]])
    func `A relative path is refused in a directory that is not below the root`(
        arguments: [String]
    ) async throws {
        let script = """
            mkdir there && mount -t tmpfs there "$PWD/there" && cd there && touch x
            umount --lazy "$PWD" && test -r x && exec "$@"
            """
        let command = ["unshare", "-m", "sh", "-euc", script, "sh", TemporaryFolder.program]
        let ended = try await folder.run(command + arguments)
        #expect(ended.status == 64)
        let problem =
            "`x` is a relative path, and the working directory is not below the root directory; "
            + "begin it with `/`"
        #expect(ended.problem == "Error: \(problem)")
    }

    @Test func `A relative path is refused in a directory whose path is not UTF-8`() async throws {
        let script = #"name=$(printf '\377') && mkdir "$name" && cd "$name" && exec "$@""#
        let command = ["sh", "-c", script, "sh", TemporaryFolder.program]
        let ended = try await folder.run(command + ["can", "read", "x"])
        #expect(ended.status == 64)
        let problem =
            "`x` is a relative path, and the path of the working directory is not UTF-8; "
            + "begin it with `/`"
        #expect(ended.problem == "Error: \(problem)")
    }

    @Test func `A relative path is refused if its absolute path is too long`() async throws {
        let script = """
            name=$(printf '%0250d' 0)
            for level in $(seq 16); do mkdir $name && cd -P $name; done
            exec "$1" can read \(String(repeating: "x", count: 200))
            """
        let ended = try await folder.run(["bash", "-euc", script, "sh", TemporaryFolder.program])
        #expect(ended.status == 64)
        #expect(
            ended.problem?.hasSuffix(
                "is longer than 4095 bytes as an absolute path; change to a directory nearer to it"
            ) == true
        )
    }

    @Test func `An empty path is refused`() async throws {
        let ended = try await folder.warrant("can", "read", "")
        #expect(ended.status == 64)
        #expect(
            ended.problem
                == "Error: the path is empty; name a file, or `.` for the working directory"
        )
    }

    @Test func `A relative path is accepted for a process with the same root`() async throws {
        try folder.file("note")
        try await withChild(["cat"]) { child in
            let ended = try await folder.warrant("can", "read", "note", "--pid", "\(child.pid)")
            #expect(
                ended.output.hasPrefix("✓ process \(child.pid) may read \(folder.path)/note\n")
            )
        }
    }

    @Test(arguments: [
        (["unshare", "--mount", "cat"], ["read", "note"]),
        (["chroot", "/usr", "/bin/cat"], ["read", "note"]),
        (["unshare", "--mount", "cat"], ["--list", "."]),
    ])
    func `A relative path is refused for a process with another root or mounts`(
        command: [String],
        question: [String]
    ) async throws {
        try await withChild(command) { child in
            let arguments = ["can", "--pid", "\(child.pid)"] + question
            let ended = try await folder.run([TemporaryFolder.program] + arguments)
            let who = "process \(child.pid)"
            #expect(ended.status == 64)
            let problem =
                "`\(question[1])` is a relative path, and \(who) has another root directory or mount "
                + "namespace; begin it with `/`, as \(who) sees it"
            #expect(ended.problem == "Error: \(problem)")
        }
    }
}
