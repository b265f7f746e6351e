import TestSupport
import Testing

/// A check of a subject other than the caller.
@Suite struct `Check of another subject` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            subject: { user: daemon }
            require:
              - read: /etc/passwd
              - read: /root/x
                as: root
            forbid:
              - read: /etc/shadow
              - read: /etc/shadow
                as: nobody
            """
        )
    }

    /// The rules decide if this process cannot become the subject to ask the kernel.
    @Test(arguments: [.root, .nobodyReadingAll] as [Caller])
    func `Root and a user with CAP_DAC_READ_SEARCH get the same report`(caller: Caller) async throws
    {
        let ended = try await folder.warrant("check", "policy.yaml", by: caller)
        #expect(
            ended
                == Ended(
                    1,
                    output: """
                        policy.yaml: policy     (user daemon)

                          ✓ read /etc/passwd                         others r--
                          ✗ read /root/x as user root                does not exist
                          ✓ forbid read /etc/shadow
                              0640 `root:shadow`, and user `daemon` is not in group `shadow`
                          ✓ forbid read /etc/shadow as user nobody
                              0640 `root:shadow`, and user `nobody` is not in group `shadow`

                        1 of 4 does not hold: 1 denied

                        """
                )
        )
    }

    @Test func `A file that the caller may not look at is not known`() async throws {
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        policy.yaml: policy     (user daemon)

                          ✓ read /etc/passwd                         others r--
                          ? read /root/x as user root
                              /root could not be searched: Permission denied (EACCES); ask as root
                          ✓ forbid read /etc/shadow
                              0640 `root:shadow`, and user `daemon` is not in group `shadow`
                          ✓ forbid read /etc/shadow as user nobody
                              0640 `root:shadow`, and user `nobody` is not in group `shadow`

                        1 of 4 is not known

                        """
                )
        )
    }

    @Test(arguments: [
        (
            "nobody",
            """
            policy.yaml: policy     (user nobody)

              ✓ read /etc/passwd            others r--
              ✗ read /root/x as user root   does not exist
              ✓ forbid read /etc/shadow
                  0640 `root:shadow`, and user `nobody` is not in group `shadow`
              ✓ forbid read /etc/shadow
                  0640 `root:shadow`, and user `nobody` is not in group `shadow`

            1 of 4 does not hold: 1 denied

            """
        ),
        (
            "root",
            """
            policy.yaml: policy     (user root)

              ✓ read /etc/passwd                         owner rw-
              ✗ read /root/x                             does not exist
              ✗ forbid read /etc/shadow                  is authorized: owner rw-
              ✓ forbid read /etc/shadow as user nobody
                  0640 `root:shadow`, and user `nobody` is not in group `shadow`

            2 of 4 do not hold: 1 denied, 1 authorized though forbidden

            """
        ),
    ])
    func `The option --as replaces the subject of the policy, not of a requirement`(
        user: String,
        report: String
    ) async throws {
        let ended = try await folder.warrant("check", "--as", user, "policy.yaml")
        #expect(ended == Ended(1, output: report))
    }

    /// No process can become one of these users, not even root of the namespace: setresuid(2) fails with EINVAL.
    @Test(arguments: [("33:33", "uid 33"), ("0:33", "gid 33"), ("daemon", "uid 1"), ("0:0", nil)])
    func `An unmapped user does not exist in a user namespace`(
        user: String,
        unmapped: String?
    ) async throws {
        let script = #"exec unshare --user --map-root-user "$1" can read /etc/passwd --as \#(user)"#
        let ended = try await folder.inNamespaces(script)
        #expect(ended.status == (unmapped == nil ? 0 : 2), "\(ended)")
        let why =
            unmapped.map { "does not exist here: this user namespace does not map \($0)" } ?? ""
        #expect(why.isEmpty || ended.output.contains(why), "\(ended)")
    }

    @Test(arguments: [(0, "authorized"), (33, "undetermined")])
    func `A batch cannot judge an unmapped user in a user namespace`(id: Int, verdict: String)
        async throws
    {
        let line =
            #"{"id":1,"subject":{"uid":\#(id),"gid":\#(id)},"action":"read","object":"/etc/passwd"}"#
        let ended = try await folder.inNamespaces(
            """
            echo '\(line)' | unshare --user --map-root-user "$1" can --batch -
            """
        )
        #expect(ended.output.contains(#""verdict":"\#(verdict)""#), "\(ended)")
    }

    /// who-can asks about a number without an account, and needs one that the namespace maps.
    @Test(arguments: [
        ("bind tcp:8080", "✓ every user may bind tcp:8080"),
        ("read /etc/shadow", "✓ of the users here, only root may read /etc/shadow"),
    ])
    func `The command who-can uses mapped ids in a user namespace`(
        question: String,
        answer: String
    ) async throws {
        let ended = try await folder.inNamespaces(
            """
            mkfifo begun mapped
            unshare --user sh -euc 'echo > begun; read -r line < mapped; exec "$1" who-can \(question)' sh "$1" &
            read -r line < begun || true
            for kind in uid gid; do echo 0 0 65536 > /proc/$!/${kind}_map; done
            echo > mapped
            wait $!
            """
        )
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.hasPrefix(answer), "\(ended)")
    }

    @Test(arguments: [
        ("CAP_CHOWN,CAP_KILL", "CAP_CHOWN, CAP_KILL"),
        ("CAP_CHOWN,CAP_KILL,CAP_FOWNER,CAP_FSETID,CAP_SETUID", "5 kernel capabilities"),
    ])
    func `The error of capset(2) shortens a long list of capabilities`(given: String, names: String)
        async throws
    {
        let ended = try await folder.warrant(
            "can",
            "--ask",
            "kernel",
            "--as",
            "root",
            "--capabilities",
            given,
            "read",
            "/etc/passwd",
            by: .nobody
        )
        let sentence = "? it is not known whether root with \(given) may read /etc/passwd"
        let message = "capset(2) failed for `\(names)`: Operation not permitted (EPERM)"
        #expect(ended == Ended(2, output: "\(sentence)\n  \(message)\n"))
    }
}
