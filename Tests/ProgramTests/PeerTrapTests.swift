import TestSupport
import Testing

/// Errors of other tools, each as it was observed there.
@Suite struct `Known errors of other tools` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// libcap accepts trailing text as part of a name, so `capsh --has-p` says yes to these.
    @Test(arguments: [
        ("cap_net_raw+ep", "did you mean `CAP_NET_RAW`?"),
        ("063", "capabilities(7) lists them"),
        ("cap_sys_boot2", "did you mean `CAP_SYS_BOOT`?"),
    ])
    func `A name that libcap misreads is an unknown kernel capability`(name: String, help: String)
        async throws
    {
        let problem = "unknown kernel capability `\(name)`; \(help)"
        try folder.policy("capability: \(name)")
        let checked = try await folder.warrant("check", "policy.yaml")
        #expect(
            checked
                == Ended(65, output: "policy.yaml:4:19: \(problem) [unknown-capability]\n")
        )
        let asked = try await folder.warrant("can", "use", name)
        #expect(asked.status == 64)
        #expect(asked.problem == "Error: \(problem)")
    }

    /// Many programs take uid 0 for the answer.
    @Test func `Root without a kernel capability may not use it`() async throws {
        // A process with one of the last four could get round the lack of any other.
        let lost = "-sys_boot,-sys_admin,-sys_ptrace,-sys_module,-sys_rawio"
        let less = ["setpriv", "--inh-caps", lost, "--bounding-set", lost]
        let question = [TemporaryFolder.program, "can", "use", "CAP_SYS_BOOT"]
        let ended = try await folder.run(less + question)
        #expect(ended.status == 1)
        #expect(
            ended.output.hasPrefix(
                "✗ this process may not use CAP_SYS_BOOT\n  is in none of the five sets"
            )
        )
    }

    /// goss ignores an unknown section if there is a known one.
    @Test func `A misspelt section is an error`() async throws {
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            require:
              - read: /etc/passwd
            forbids:
              - read: /etc/passwd

            """
        )
        #expect(
            try await folder.warrant("check", "policy.yaml")
                == Ended(
                    65,
                    output: "policy.yaml:5:1: unknown key `forbids` of a policy; "
                        + "did you mean `forbid`? [unknown-key]\n"
                )
        )
    }

    /// goss takes an interval of zero for an endless one.
    @Test func `A time limit of zero is an error`() async throws {
        let problem =
            "`0s` is not a time limit; write a whole number above zero "
            + "and `ms`, `s`, `m` or `h`, such as `500ms`"
        try folder.policy("read: /etc/passwd, within: 0s")
        #expect(
            try await folder.warrant("check", "policy.yaml")
                == Ended(65, output: "policy.yaml:4:34: \(problem) [invalid-duration]\n")
        )
    }

    /// preflight reports success for a file that it could not open.
    @Test func `An existing file that cannot be read is denied`() async throws {
        try folder.policy("read: /etc/shadow")
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(ended.status == 1)
        #expect(
            ended.findings.prefix(2) == [
                "  ✗ read /etc/shadow",
                "      0640 `root:shadow`, and user `nobody` is not in group `shadow`",
            ]
        )
    }

    /// `systemd-analyze condition` exits with 1 for each of these; `sudo -l` and `getcap` exit with 0 for the first.
    @Test(arguments: [
        (["read", "/nonexistent"], 1), (["read", "/etc/shadow", "--as", "nobody"], 1),
        (["unit", "a.service"], 2), (["raed", "/etc/passwd"], 64), (["use", "CAP_NET_ADMN"], 64),
        (["unit", "a.service", "activ"], 64), (["read", "/", "--as", "nosuchuser"], 64),
    ])
    func `Denied, not known and usage errors have different exit statuses`(
        question: [String],
        status: Int
    ) async throws {
        let ended = try await folder.run([TemporaryFolder.program, "can"] + question)
        #expect(ended.status == status)
        #expect(ended.output.isEmpty == (status == 64) && ended.errors.isEmpty == (status != 64))
    }

    /// pkcheck exits with 126 for the first and for the second. The suite `Polkit action` asks a real polkit: an
    /// unknown action is a denial there, and a needed request is no answer.
    @Test(arguments: [
        ("org.example.warrant", 2, ""),
        ("a b", 64, "Error: `a b` is no name of an action; `pkaction` lists them"),
    ])
    func `An absent bus and an invalid action have different exit statuses`(
        action: String,
        status: Int,
        problem: String
    ) async throws {
        let ended = try await folder.warrant("can", "action", action)
        #expect(ended.status == status)
        #expect(String(ended.problem ?? "") == problem)
    }
}
