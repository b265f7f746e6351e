import TestSupport
import Testing

@Suite struct `A policy that cannot be read` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ("missing.yaml", noSuchPolicy),
        ("missing/policy.yaml", "No such file or directory (ENOENT)"),
        ("file/policy.yaml", "Not a directory (ENOTDIR)"),
        ("empty", "the folder holds no policy; the name of a policy ends in .yaml, .yml or .json"),
        (
            "tests-only",
            "the folder holds no policy; the name of a policy ends in .yaml, .yml or .json"
        ),
        ("loop.yaml", "Too many levels of symbolic links (ELOOP)"),
        ("dangling.yaml", "No such file or directory (ENOENT)"),
        ("/dev/null", "it is a character device, not a regular file"),
        ("/dev/zero", "it is a character device, not a regular file"),
        ("\u{1B}[31m\n.yaml", noSuchPolicy),
    ])
    func `An unreadable policy is reported in one line`(path: String, problem: String) async throws
    {
        try folder.folder("empty")
        try folder.file("file")
        try folder.folder("tests-only")
        try folder.policy("read: /etc/passwd", in: "tests-only/policy.test.yaml")
        try folder.link("loop.yaml", to: "loop.yaml")
        try folder.link("dangling.yaml", to: "missing.yaml")
        let name = path.replacing("\u{1B}", with: #"\u{1b}"#).replacing("\n", with: #"\n"#)
        #expect(
            try await folder.warrant("check", path) == Ended(66, output: "\(name): \(problem)\n")
        )
    }

    @Test func `A pipe of the shell is refused with the way to pass it`() async throws {
        let script = "exec $1 check <(cat /dev/null)"
        let ended = try await folder.run(["bash", "-c", script, "sh", TemporaryFolder.program])
        #expect(ended.status == 66)
        #expect(
            ended.output.hasSuffix(
                ": a pipe is read only as standard input; write `- < <(…)` in place of `<(…)`\n"
            )
        )
        let passed =
            "$1 check - < <(printf 'warrant: 1\nname: p\nrequire: [{ read: /etc/passwd }]')"
        let read = try await folder.run(["bash", "-c", passed, "sh", TemporaryFolder.program])
        #expect(read.status == 0)
    }

    @Test func `A fifo is refused without waiting`() async throws {
        #expect(try await folder.run(["mkfifo", "policy.yaml"]).status == 0)
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(66, output: "policy.yaml: it is a fifo, not a regular file\n")
        )
    }

    @Test func `A policy without read permission yields status 66`() async throws {
        try folder.policy("read: /etc/passwd")
        try folder.change("policy.yaml", mode: 0o600)
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(
            ended
                == Ended(66, output: refusedPolicy("policy.yaml"))
        )
    }

    /// A policy that was not found must not count as one that holds.
    @Test func `A subdirectory that cannot be searched yields status 66`()
        async throws
    {
        try folder.folder("all")
        try folder.policy("read: /etc/passwd", in: "all/a.yaml")
        try folder.folder("all/b")
        try folder.folder("all/b/c")
        try folder.policy("read: /none", in: "all/b/c/c.yaml")
        try folder.change("all/b", mode: 0o744)
        for command in ["check", "lint", "test"] {
            let ended = try await folder.warrant(command, "all", by: .nobody)
            #expect(ended.status == 66, "\(command)")
            let line = ended.output.split(separator: "\n").first { $0.hasPrefix("all/b: ") }
            #expect(line?.hasSuffix("Permission denied (EACCES)") == true, "\(ended)")
        }
    }

    @Test func `A directory more than 100 levels deep is not searched`() async throws {
        try folder.folder("all")
        try folder.policy("read: /etc/passwd", in: "all/a.yaml")
        var deep = "all"
        for _ in 0..<100 {
            deep += "/d"
            try folder.folder(deep)
        }
        try folder.policy("read: /none", in: "\(deep)/c.yaml")
        let ended = try await folder.warrant("check", "all")
        #expect(ended.status == 66)
        #expect(
            ended.output.contains(
                "\(deep): the folder is more than 100 deep, and is not searched\n"
            )
        )
    }

    @Test func `A directory that cannot be listed yields status 66`() async throws {
        try folder.folder("secret", mode: 0o711)
        try folder.policy("read: /etc/passwd", in: "secret/policy.yaml")
        let ended = try await folder.warrant("check", "secret", by: .nobody)
        #expect(
            ended
                == Ended(66, output: "secret: Permission denied (EACCES)\n")
        )
    }
}
