import TestSupport
import Testing

@Suite struct `A parameter on the command line` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try policy(
            "web.yaml",
            "port: { type: port, default: \"80\" }, host: { default: localhost }"
        )
        try policy("db.yaml", "port: { type: number, default: \"5432\" }, file: { default: /none }")
        try folder.policy("read: /etc/passwd", in: "none.yaml")
        try folder.policy("raed: /etc/passwd", in: "invalid.yaml")
    }

    /// Writes a policy that forbids its parameters, as paths that do not exist.
    private func policy(_ name: String, _ parameters: String) throws {
        try folder.file(
            name,
            "warrant: 1\nname: n\nparameters: { \(parameters) }\nforbid:\n  - read: /none/${port}\n"
        )
    }

    @Test(arguments: [
        (["web.yaml"], ["80"]), (["--set", "port=81", "web.yaml"], ["81"]),
        (["web.yaml", "--set=port=81", "--set", "host=a=b"], ["81"]),
        (["--set", "port=81", "web.yaml", "db.yaml"], ["81", "81"]),
        (["--set", "host=", "--set", "file=/x", "web.yaml", "db.yaml"], ["80", "5432"]),
    ])
    func `A parameter is given to every policy that has it`(arguments: [String], ports: [String])
        async throws
    {
        let ended = try await folder.run([TemporaryFolder.program, "check"] + arguments)
        #expect(ended.status == 0)
        let words = ended.output.split { $0 == " " || $0 == "\n" }
        #expect(words.filter { $0.hasPrefix("/none/") } == ports.map { "/none/\($0)" })
    }

    @Test(arguments: [
        (["--set", "port", "web.yaml"], "--set `port` sets nothing; write --set NAME=VALUE"),
        (["--set", "=80", "web.yaml"], "--set `=80` sets nothing; write --set NAME=VALUE"),
        (
            ["--set", "port=1", "--set", "port=2", "web.yaml"],
            "--set gives `port` twice; keep one"
        ),
        (
            ["--set", "prot=1", "web.yaml", "db.yaml"],
            "no policy here has the parameter `prot`; did you mean `port`?"
        ),
        (
            ["--set", "xxxxxxxx=1", "web.yaml", "db.yaml"],
            "no policy here has the parameter `xxxxxxxx`; use one of file, host, port"
        ),
        (
            ["--set", "port=1", "none.yaml"],
            "no policy here has the parameter `port`; leave out --set"
        ),
        (
            ["--set", "port=8O", "web.yaml"],
            "web.yaml:3:15: `8O`, which was set, is not a port, as the parameter `port` must be; "
                + "write a number from 1 to 65535 [invalid-setting]"
        ),
        (
            ["--set", "port=http\n", "web.yaml", "invalid.yaml"],
            #"web.yaml:3:15: `http\n`, which was set, is not a port, as the parameter `port` must be; "#
                + "write a number from 1 to 65535 [invalid-setting]"
        ),
    ])
    func `An unknown or invalid parameter is a usage error`(
        arguments: [String],
        problem: String
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program, "check"] + arguments)
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        #expect(ended.output == "")
    }

    @Test func `A parameter is accepted beside an invalid policy`() async throws {
        let ended = try await folder.warrant("check", "--set", "x=1", "web.yaml", "invalid.yaml")
        #expect(ended.status == 65)
    }
}

@Suite struct `Parameter from the environment` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: n
            parameters: { file: { environment: WARRANT_FILE, type: path, default: /etc/passwd } }
            require:
              - read: ${file}
            """
        )
    }

    @Test(arguments: [([:], 0), (["WARRANT_FILE": "/none"], 1), (["WARRANT_FILE": "none"], 65)])
    func `A parameter is read from the environment`(environment: [String: String], status: Int)
        async throws
    {
        let ended = try await folder.warrant("check", "policy.yaml", environment: environment)
        #expect(ended.status == status)
    }

    /// A program with file capabilities is such a case; see `AT_SECURE` in getauxval(3).
    @Test func `A privileged program refuses a parameter from the environment`() async throws {
        let made = try await folder.run([
            "sh", "-euc", "cp \"$1\" raised; setcap cap_kill+ep raised", "sh",
            TemporaryFolder.program,
        ])
        try #require(made == Ended(0), "setcap(8) of libcap2-bin is needed")
        let ended = try await folder.run(
            Caller.nobody.command + ["./raised", "check", "policy.yaml"]
        )
        #expect(
            ended
                == Ended(
                    65,
                    output:
                        "policy.yaml:3:36: the environment variable `WARRANT_FILE` is not read, "
                        + "since this program has more privilege than its caller; "
                        + "set `file` with --set, or where the policy is included [refused-environment]\n"
                )
        )
        let set = ["./raised", "check", "--set", "file=/etc/passwd", "policy.yaml"]
        #expect(try await folder.run(Caller.nobody.command + set).status == 0)
    }
}
