import TestSupport
import Testing

@Suite struct `The linter` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("clean.yaml", Self.head + "require:\n  - read: /x\n")
        try folder.file("web.yaml", Self.head + "require:\n  - read: /tmp/x\n  - write: /x/\n")
        try folder.file("wrong.yaml", Self.head + "require:\n  - raed: /x\n")
    }

    static let head = "warrant: 1\nname: web\nsummary: s\n"
    static let found = """
        web.yaml:5:11: warning: any user can create `/tmp/x` first: all may write `/tmp`; \
        use a directory of the service's own, such as `RuntimeDirectory=` makes \
        [world-writable-parent]
        web.yaml:6:5: error: `write /x/` is granted to no user, so this requirement never holds: \
        a path that ends in `/`, `.` or `..` names a directory; correct it [never-holds]

        """
    static let wrong =
        "wrong.yaml:5:5: error: unknown word `raed`; did you mean `read`? [unknown-word]\n"

    @Test func `A clean policy has no findings`() async throws {
        #expect(
            try await folder.warrant("lint", "clean.yaml")
                == Ended(0, output: "no findings in 1 policy\n")
        )
    }

    @Test func `The exit status is 1 if there are findings`() async throws {
        #expect(
            try await folder.warrant("lint", "web.yaml", "clean.yaml")
                == Ended(1, output: Self.found + "2 findings in 2 policies\n")
        )
    }

    @Test func `The exit status is 65 if a policy is invalid`() async throws {
        #expect(
            try await folder.warrant("lint", "wrong.yaml", "web.yaml")
                == Ended(65, output: Self.wrong + Self.found + "3 findings in 2 policies\n")
        )
    }

    @Test func `The linter reads the working directory and its subdirectories`() async throws {
        try folder.folder("more")
        try folder.file("more/web.yaml", Self.head + "require: []\n")
        let ended = try await folder.warrant("lint")
        #expect(ended.status == 65)
        #expect(ended.output.split(separator: "\n").last == "4 findings in 4 policies")
    }

    @Test func `The exit status is 66 if a policy cannot be read`() async throws {
        #expect(
            try await folder.warrant("lint", "missing.yaml", "wrong.yaml")
                == Ended(
                    66,
                    output: "missing.yaml: error: \(noSuchPolicy)\n"
                        + Self.wrong + "1 finding in 1 policy\n"
                )
        )
    }

    @Test func `A folder without a policy has no count of findings`() async throws {
        try folder.folder("empty")
        let problem =
            "the folder holds no policy; the name of a policy ends in .yaml, .yml or .json"
        #expect(
            try await folder.warrant("lint", "empty")
                == Ended(66, output: "empty: error: \(problem)\n")
        )
    }

    @Test func `On a terminal, a finding shows its line and column`() async throws {
        try folder.file("t.yaml", Self.head + "require:\n  - read: { a:\t\"ä\" }\n")
        let command = "\(TemporaryFolder.program) lint web.yaml t.yaml"
        let ended = try await folder.run(
            ["script", "--quiet", "--return", "--command", command, "/dev/null"],
            environment: ["NO_COLOR": "1"]
        )
        let found = Self.found.split(separator: "\n").map(String.init)
        let expected: [String] = [
            found[0], "  5 |   - read: /tmp/x", "    |           ^",
            found[1], "  6 |   - write: /x/", "    |     ^",
            "t.yaml:5:11: error: `read` takes a text, not a mapping; "
                + "write a single text [wrong-type]",
            "  5 |   - read: { a: \"ä\" }", "    |           ^",
            "3 findings in 2 policies",
        ]
        #expect(ended.status == 65)
        #expect(ended.output.split(separator: "\r\n").map(String.init) == expected)
    }

    @Test func `On a terminal, severities are coloured`() async throws {
        let command = "\(TemporaryFolder.program) lint web.yaml"
        let script = ["script", "--quiet", "--return", "--command", command, "/dev/null"]
        let output = try await folder.run(script).output
        #expect(output.contains("\u{1B}[1mweb.yaml:5:11\u{1B}[0m: \u{1B}[33mwarning\u{1B}[0m: any"))
        #expect(output.contains("\u{1B}[1mweb.yaml:6:5\u{1B}[0m: \u{1B}[31merror\u{1B}[0m: `write"))
        #expect(output.contains("\u{1B}[2m[never-holds]\u{1B}[0m"))
    }

    @Test(arguments: [
        (["--dry-run"], "--dry-run shows what --fix would do; give both"),
        (
            ["--fix", "--dry-run", "--format", "json"],
            "--dry-run prints a diff; leave out --format"
        ),
        (
            ["--format", "xml"],
            "The value 'xml' is invalid for '--format <format>'. "
                + "Please provide one of 'text', 'json', 'sarif' or 'github'."
        ),
    ])
    func `Invalid options are refused`(options: [String], problem: String) async throws {
        let command = [TemporaryFolder.program, "lint", "clean.yaml"] + options
        let ended = try await folder.run(command)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
    }
}
