import TestSupport
import Testing

@Suite struct `A policy on standard input` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("read: /etc/passwd", in: "policy.yaml")
        try folder.policy("raed: /etc/passwd", in: "wrong.yaml")
        try folder.file(
            "site.yaml",
            "warrant: 1\nname: site\ninclude: { part: policy.yaml }\n"
        )
    }

    private func shell(
        _ line: String,
        by caller: Caller = .root,
        seconds: Int = 20
    ) async throws -> Ended {
        let program = try await folder.sharedProgram()
        let command = caller.command + ["sh", "-c", line, "sh", program]
        return try await folder.run(command, seconds: seconds)
    }

    private static let holds = "<stdin>: policy\n\n  ✓ read /etc/passwd\n\nthe requirement holds\n"

    @Test(arguments: ["cat policy.yaml | $1 check -", "$1 check - <policy.yaml"])
    func `A policy on standard input is checked like a file`(line: String) async throws {
        #expect(try await shell(line) == Ended(0, output: Self.holds))
    }

    @Test func `A mistake is reported with its line and column`() async throws {
        let line =
            "<stdin>:4:7: unknown word `raed`; did you mean `read`? [unknown-word]\n"
        #expect(try await shell("cat wrong.yaml | $1 check -") == Ended(65, output: line))
    }

    @Test func `Included paths start at the working directory`() async throws {
        let ended = try await shell("cat site.yaml | $1 check -")
        #expect(
            ended
                == Ended(
                    0,
                    output: "<stdin>: site\n\n  ✓ read /etc/passwd\n\nthe requirement holds\n"
                )
        )
    }

    @Test(arguments: [
        "check - -", "check - policy.yaml -", "check - /dev/stdin", "compare - -",
        "compare /dev/stdin -", "lint - -",
    ])
    func `Standard input cannot be given twice`(arguments: String) async throws {
        let ended = try await shell("cat policy.yaml | $1 \(arguments)")
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: standard input is named twice; it can be read once")
    }

    @Test func `A policy on standard input is linted with its includes`() async throws {
        let wrong = try await shell("$1 lint - <wrong.yaml")
        #expect(wrong.status == 65)
        #expect(wrong.output.hasPrefix("<stdin>:4:7: error: unknown word `raed`; did you mean"))
        try folder.file("bad.yaml", "warrant: 1\nname: bad\ninclude: { part: wrong.yaml }\n")
        let included = try await shell("cat bad.yaml | $1 lint -")
        #expect(included.status == 65)
        #expect(included.output.hasPrefix("wrong.yaml:4:7: error: unknown word `raed`"))
        #expect(try await shell("$1 lint - <site.yaml").output.hasPrefix("<stdin>:1:1: warning: "))
    }

    @Test(arguments: [
        ("lint --fix -", 64, "--fix replaces a file, and standard input is none; name the file"),
        ("test -", 66, "this command does not read standard input; name a file"),
        ("check ''", 66, "the path is empty"), ("lint ''", 66, "the path is empty"),
    ])
    func `Standard input and the empty path are refused with the reason`(
        arguments: String,
        status: Int32,
        problem: String
    ) async throws {
        let ended = try await shell("cat policy.yaml | $1 \(arguments)")
        #expect(ended.status == status)
        #expect((ended.output + ended.errors).contains(problem))
    }

    @Test(arguments: [
        ("<&-", "Bad file descriptor (EBADF)"), ("</", "Is a directory (EISDIR)"),
    ])
    func `The exit status is 66 if standard input cannot be read`(
        redirection: String,
        problem: String
    ) async throws {
        let ended = try await shell("$1 check - \(redirection)")
        #expect(ended == Ended(66, output: "<stdin>: \(problem)\n"))
    }

    @Test func `An empty or endless policy is invalid`() async throws {
        #expect(try await shell("$1 check - </dev/null").status == 65)
        // Without optimization, 16 MiB take 13 s on an idle machine.
        let endless = try await shell("$1 check - </dev/zero", seconds: 300)
        #expect(endless.status == 65)
        #expect(endless.output.hasPrefix("<stdin>:1:1: the file is larger than 16 MiB"))
    }

    @Test func `Root refuses redirected input from a writable file`() async throws {
        try folder.change("policy.yaml", mode: 0o666)
        let refused = try await shell("$1 check - <policy.yaml")
        #expect(
            refused
                == Ended(
                    65,
                    output: "<stdin>:1:1: others could write the policy: `<stdin>` has mode 0666; "
                        + "remove the write permission of other users, or pass "
                        + "--allow-writable-policy [writable-policy]\n"
                )
        )
        let piped = try await shell("cat policy.yaml | $1 check -")
        #expect(piped == Ended(0, output: Self.holds))
        let own = try await shell("$1 check - <policy.yaml", by: .nobody)
        #expect(own == Ended(0, output: Self.holds))
    }

    @Test func `A file named - is read if it is given as a path`() async throws {
        try folder.policy("read: /none", in: "-")
        let ended = try await shell("cat policy.yaml | $1 check ./-")
        #expect(ended.output.hasPrefix("./-: policy\n"), "\(ended)")
        #expect(ended.status == 1)
    }
}
