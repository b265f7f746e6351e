import TestSupport
import Testing

@Suite struct `Process with scarce resources` {
    @Test(
        arguments: 1...6,
        ["can resolve localhost", "can --as 7:7 read /etc/shadow", "who-can read /"]
    )
    func `The program ends under any limit of threads`(threads: Int, question: String) async throws
    {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let program = try await folder.sharedProgram()
        // Root may have any number of processes, and other tests need those of the usual users.
        let user = ["setpriv", "--reuid", "61817", "--regid", "61817", "--clear-groups"]
        let limit = ["prlimit", "--nproc=\(threads)"]
        let words = question.split(separator: " ").map(String.init)
        let ended = try await folder.run(user + limit + [program] + words)
        #expect([0, 1, 2].contains(ended.status), "\(ended)")
    }

    @Test func `An answer that needs a thread is not known if none can be started`() async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        let program = try await folder.sharedProgram()
        let user = ["setpriv", "--reuid", "61818", "--regid", "61818", "--clear-groups"]
        let ended = try await folder.run(
            user + ["prlimit", "--nproc=1", program, "who-can", "read", "/etc/passwd"]
        )
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output.contains("pthread_create(3)"), "\(ended)")
    }

    @Test(arguments: 4...10)
    func `Fewer than eight descriptors are refused`(limit: Int) async throws {
        let folder = try TemporaryFolder()
        let ended = try await folder.run(
            [
                "prlimit", "--nofile=\(limit)", TemporaryFolder.program, "can", "resolve",
                "localhost",
            ]
        )
        let problem =
            "\(limit - 3) files can be opened, and 8 are needed; raise the limit with `ulimit -n`"
        #expect(ended == Ended(70, errors: "warrant: \(problem)\n"))
    }

    @Test func `Eight descriptors suffice`() async throws {
        let folder = try TemporaryFolder()
        let question = ["can", "resolve", "localhost"]
        let ended = try await folder.run(
            ["prlimit", "--nofile=11", TemporaryFolder.program] + question
        )
        #expect(ended.status == 0)
    }

    /// The environment and the arguments lie on the stack.
    @Test(arguments: [(65536, 0), (196608, 80_000)])
    func `A stack of less than 128 KiB beside the environment is refused`(limit: Int, used: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        let text = "TEXT=" + String(repeating: "x", count: used)
        let ended = try await folder.run(
            [
                "env", text, "prlimit", "--stack=\(limit)", TemporaryFolder.program, "can", "read",
                "/",
            ]
        )
        #expect(ended.status == 70, "\(ended)")
        let problem =
            " KiB beside the environment, and 128 are needed; raise the limit with `ulimit -s`\n"
        #expect(ended.errors.hasSuffix(problem), "\(ended)")
        let enough = try await folder.run(
            ["prlimit", "--stack=196608", TemporaryFolder.program, "check", "policy.yaml"]
        )
        #expect(enough.status == 66)
    }
}
