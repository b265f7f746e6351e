import TestSupport
import Testing

/// The program with `--unit-file`. `Tests/SystemdHostTests` compares such answers with a real systemd.
@Suite struct `A unit file on the command line` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func service(_ lines: String..., name: String = "web.service") throws -> String {
        let start = "[Service]\nExecStart=/bin/true\n"
        return try folder.file(name, start + lines.map { $0 + "\n" }.joined())
    }

    /// Returns the report in one line.
    private func answer(_ arguments: String...) async throws -> (status: Int, words: String) {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        let words = (ended.output + ended.errors).split(whereSeparator: \.isWhitespace)
        return (ended.status, words.joined(separator: " "))
    }

    @Test func `A refusal names the setting with its file and line`() async throws {
        let path = try service("User=nobody", "ProtectSystem=strict")
        let (status, words) = try await answer(
            "can",
            "--unit-file",
            "web.service",
            "create",
            "/var/tmp/new"
        )
        #expect(status == 1)
        let reason = "is on a mount that ProtectSystem=strict makes read-only (\(path):4)"
        #expect(words.contains(reason), "\(words)")
    }

    /// systemd makes `/run/systemd/incoming` in it.
    @Test func `A tmpfs over the directory of systemd gives no answer about files`() async throws {
        let path = try service("TemporaryFileSystem=/run")
        let (status, words) = try await answer("can", "--unit-file", path, "list", "/run/systemd")
        #expect(status == 2)
        #expect(words.contains("if `/run/systemd/incoming` can be created"), "\(words)")
    }

    /// Each line leaves another way to the same effect.
    @Test(
        arguments: [
            ("RestrictAddressFamilies=AF_INET6", ["bind", "udp:127.0.0.1:7461"]),
            ("RestrictAddressFamilies=AF_INET6 AF_UNIX", ["route", "127.0.0.1"]),
            ("RestrictAddressFamilies=~AF_PACKET", ["raw-sockets", "packet"]),
            ("RestrictAddressFamilies=AF_INET", ["bind", "unix:/var/tmp/new"]),
            ("RestrictAddressFamilies=AF_INET", ["raw-sockets", "packet"]),
            ("SystemCallFilter=~rename renameat renameat2", ["rename", "/etc/passwd", "/etc/p"]),
            ("SystemCallFilter=~access faccessat faccessat2", ["access", "/etc/passwd", "r"]),
            ("SystemCallFilter=~utime utimes futimesat utimensat", ["touch", "/etc/passwd"]),
            ("SystemCallFilter=~bind", ["bind", "tcp:127.0.0.1:40007"]),
            ("SystemCallFilter=~chdir", ["search", "/"]),
            ("SystemCallFilter=~stat lstat newfstatat statx", ["stat", "/etc/passwd"]),
            ("SystemCallFilter=~truncate", ["truncate", "/etc/passwd"]),
            ("SystemCallFilter=~open openat openat2", ["read", "/etc/passwd"]),
            (
                "SystemCallFilter=~ptrace process_vm_readv process_vm_writev",
                ["trace-processes", "own"]
            ),
        ] as [(String, [String])]
    )
    func `A no of a filter needs every way to be refused`(
        line: String,
        question: [String]
    ) async throws {
        let path = try service(line)
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "--unit-file", path] + question
        )
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output.contains("another way is"), "\(ended)")
    }

    @Test(
        arguments: [
            (
                ["RestrictAddressFamilies=AF_UNIX"], ["bind", "tcp:127.0.0.1:7461"],
                "RestrictAddressFamilies=AF_UNIX refuses AF_INET (PATH:3): Address family not "
                    + "supported by protocol",
                "RestrictAddressFamilies=AF_INET"
            ),
            (
                ["RestrictAddressFamilies=AF_INET", "SystemCallFilter=~socketpair"],
                ["bind", "unix:/var/tmp/new"],
                "refuses AF_UNIX (PATH:3)", "RestrictAddressFamilies=AF_UNIX"
            ),
            (
                ["SystemCallFilter=@system-service", "SystemCallFilter=~@file-system:EROFS"],
                ["list", "/"],
                "SystemCallFilter=~@file-system:EROFS refuses open(2) (PATH:4): Read-only file "
                    + "system",
                nil
            ),
            (
                ["SystemCallFilter=~mkdir mkdirat"], ["create", "/var/tmp/new", "directory"],
                "refuses mkdir(2) (PATH:3): the process ends with SIGSYS",
                "SystemCallFilter=mkdir mkdirat"
            ),
        ] as [([String], [String], String, String?)]
    )
    func `A filter of system calls refuses by name, with a remedy`(
        lines: [String],
        question: [String],
        message: String,
        remedy: String?
    ) async throws {
        let path = try service(lines.joined(separator: "\n"))
        let command = [TemporaryFolder.program, "can", "--unit-file", path] + question
        let ended = try await folder.run(command)
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(ended.status == 1, "\(ended)")
        #expect(words.contains(message.replacing("PATH", with: path)), "\(words)")
        if let remedy { #expect(words.contains(remedy + " "), "\(words)") }
    }

    @Test(
        arguments: [
            ("PrivateDevices=yes", ["read", "/dev/null"], 0),
            ("DevicePolicy=closed\nDeviceAllow=/dev/fuse", ["read-write", "/dev/zero"], 0),
            ("DevicePolicy=strict", ["read", "/dev/null"], 2),
            ("DeviceAllow=/dev/fuse", ["create", "/var/tmp/new", "device"], 2),
            ("RestrictSUIDSGID=yes", ["chmod", "/bin/true", "0755"], 0),
            ("RestrictSUIDSGID=yes", ["chmod", "/bin/true", "4755"], 2),
        ] as [(String, [String], Int)]
    )
    func `A restriction of some devices and modes leaves the others`(
        line: String,
        question: [String],
        expected: Int
    ) async throws {
        let path = try service(line)
        let command = [TemporaryFolder.program, "can", "--unit-file", path] + question
        let ended = try await folder.run(command)
        #expect(ended.status == expected, "\(ended)")
    }

    @Test func `A network of its own reaches nothing, and is named`() async throws {
        let path = try service("PrivateNetwork=yes")
        let server = try OpenSocket("127.0.0.1")
        for (question, expected) in [
            (["connect", "tcp:127.0.0.1:\(server.port)"], 1), (["bind", "tcp:127.0.0.1:9"], 0),
            (["route", "127.0.0.1"], 0), (["read", "/proc/net/tcp"], 2),
            (["read", "/etc/passwd"], 0),
        ] {
            let command = [TemporaryFolder.program, "can", "--unit-file", path] + question
            let ended = try await folder.run(command)
            let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(ended.status == expected, "\(ended)")
            guard expected == 1 else { continue }
            let named = "PrivateNetwork=yes gives it a network of its own (\(path):3)"
            #expect(words.contains(named), "\(words)")
            #expect(words.contains("PrivateNetwork=no "), "\(words)")
        }
    }

    @Test func `A drop-in beside the file counts`() async throws {
        try service("User=nobody", "ProtectSystem=strict")
        try folder.folder("web.service.d", mode: 0o755)
        try folder.file("web.service.d/free.conf", "[Service]\nProtectSystem=no\n")
        let (status, words) = try await answer(
            "can",
            "--unit-file",
            "web.service",
            "create",
            "/var/tmp/new"
        )
        #expect(status == 0, "\(words)")
    }

    @Test func `A policy is checked for the service`() async throws {
        try service("User=nobody", "AmbientCapabilities=CAP_NET_BIND_SERVICE")
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: web
            require:
              - capability: CAP_NET_BIND_SERVICE
              - bind: tcp:127.0.0.1:81
            forbid:
              - capability: CAP_CHOWN
              - read: /etc/shadow

            """
        )
        let (status, words) = try await answer(
            "check",
            "--unit-file",
            "web.service",
            "policy.yaml"
        )
        #expect(status == 0, "\(words)")
    }

    @Test func `A setting is tried before it is written`() async throws {
        try service("User=nobody")
        let question = ["can", "--unit-file", "web.service", "create", "/var/tmp/new"]
        let trial = ["--set-unit", "User=daemon", "--set-unit", "ProtectSystem=strict"]
        for (options, expected) in [([], 0), (trial, 1)] as [([String], Int)] {
            let ended = try await folder.run([TemporaryFolder.program] + question + options)
            #expect(ended.status == expected, "\(ended)")
            #expect(options.isEmpty == !ended.output.contains("(--set-unit:2)"), "\(ended)")
        }
    }

    @Test func `A check shows the requirements that a setting changes`() async throws {
        try service("User=nobody")
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: web
            require:
              - read: /etc/passwd
              - create: /var/tmp/new

            """
        )
        let check = [
            "check", "--unit-file", "web.service", "policy.yaml", "--changes", "--set-unit",
        ]
        for (setting, status, changed) in [
            ("ProtectSystem=strict", 1, ["create /var/tmp/new"]),
            ("InaccessiblePaths=/etc/passwd", 1, ["read /etc/passwd"]),
            ("PrivateTmp=no", 0, []),
        ] {
            let command = [TemporaryFolder.program] + check + [setting]
            let ended = try await folder.run(command)
            #expect(ended.status == status, "\(ended)")
            let json = try await folder.run(command + ["--format", "json"])
            for title in ["create /var/tmp/new", "read /etc/passwd"] {
                #expect(ended.output.contains(title) == changed.contains(title), "\(ended)")
                #expect(json.output.contains(title) == changed.contains(title), "\(json)")
            }
            #expect(ended.output.contains("without --set-unit: it holds") == !changed.isEmpty)
            #expect(ended.output.contains("no answer differs from that") == changed.isEmpty)
        }
    }

    @Test(
        arguments: [
            ("ProtectSytem=strict", 64, "is not known; did you mean `ProtectSystem`?"),
            ("PrivateBPF=yes", 0, "has PrivateBPF=yes in --set-unit:1, which is not enforced"),
            (
                "ProtectSystem=sure", 2,
                "is not known (use one of `no`, `yes`, `full`, `strict`); correct it"
            ),
            ("ProtectSystem=strct", 2, "`ProtectSystem=` is not known (did you mean `strict`?)"),
            ("ProtectHome=readonly", 2, "is not known (did you mean `read-only`?)"),
            ("ProcSubset=pids", 2, "is not known (did you mean `pid`?)"),
            ("ProtectSystem", 64, "write NAME=VALUE, such as ProtectSystem=strict"),
            ("=strict", 64, "write NAME=VALUE, such as ProtectSystem=strict"),
            ("User=a\nGroup=b", 64, "give one line of at most 4096 bytes"),
        ]
    )
    func `A setting with a mistake is refused`(
        setting: String,
        status: Int,
        problem: String
    ) async throws {
        try service()
        let (found, words) = try await answer(
            "can",
            "--unit-file",
            "web.service",
            "--set-unit",
            setting,
            "read",
            "/"
        )
        #expect(found == status)
        #expect(words.contains(problem), "\(words)")
    }

    @Test func `Each command has its own credentials`() async throws {
        try service("ExecStartPre=/bin/true", "ExecStartPre=+/bin/true", "User=nobody")
        for (command, expected) in [
            ("ExecStart", 1), ("ExecStartPre", 1), ("ExecStartPre:2", 0), ("ExecStop", 2),
        ] {
            let (status, words) = try await answer(
                "can",
                "--unit-file",
                "web.service",
                "--command",
                command,
                "write",
                "/etc/shadow"
            )
            #expect(status == expected, "\(words)")
        }
    }

    @Test func `What a made-up user owns is assumed`() async throws {
        try service("DynamicUser=yes")
        let question = ["--unit-file", "web.service", "read", "/etc/passwd"]
        for (options, expected) in [([], 0), (["--strict"], 2)] as [([String], Int)] {
            let ended = try await folder.run([TemporaryFolder.program, "can"] + options + question)
            #expect(ended.status == expected)
            #expect(ended.output.contains("DynamicUser="), "\(ended)")
        }
    }

    /// No bus tells the version.
    private func answerWithoutBus(_ arguments: String...) async throws -> (Int, String) {
        let ended = try await folder.run(
            ["env", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nosuch", TemporaryFolder.program, "can"]
                + ["--unit-file", "web.service"] + arguments
        )
        let words = (ended.output + ended.errors).split(whereSeparator: \.isWhitespace)
        return (ended.status, words.joined(separator: " "))
    }

    @Test func `A setting of a newer systemd is ignored by the given version`() async throws {
        let path = try service("User=nobody", "PrivatePIDs=yes")
        let question = ["--systemd-version", "252.39-1~deb12u2", "read", "/etc/passwd"]
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "--strict", "--unit-file", "web.service"] + question
        )
        #expect(ended.status == 0)
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let note =
            "has PrivatePIDs=yes in \(path):4, which is not enforced: systemd 252 does not have it; "
            + "systemd 257 is the first that does"
        #expect(words.contains(note), "\(words)")
    }

    @Test func `A question about a device names such a setting once`() async throws {
        try service("User=nobody", "PrivatePIDs=yes")
        let (_, words) = try await answerWithoutBus(
            "--systemd-version",
            "252",
            "read",
            "/dev/null"
        )
        #expect(words.matches(of: /which is not enforced/).count == 1, "\(words)")
    }

    @Test func `A newer version is an assumption, and its settings are not known`() async throws {
        try service("User=nobody")
        let given = ["--systemd-version", "257", "read", "/etc/passwd"]
        var (status, words) = try await answerWithoutBus(given[0], given[1], given[2], given[3])
        #expect(status == 0)
        #expect(words.contains("assumes that systemd 257 follows the settings as systemd 252 does"))
        try service("User=nobody", "PrivatePIDs=yes")
        (status, words) = try await answerWithoutBus(given[0], given[1], given[2], given[3])
        #expect(status == 2)
        #expect(words.contains("has PrivatePIDs= in "), "\(words)")
    }

    @Test func `Without a known version, a yes assumes 252, and a no is not known`() async throws {
        try service("User=nobody", "PrivatePIDs=yes")
        var (status, words) = try await answerWithoutBus("read", "/etc/passwd")
        #expect(status == 0)
        #expect(
            words.contains("assumes that systemd 252 starts it, which does not have PrivatePIDs="),
            "\(words)"
        )
        (status, words) = try await answerWithoutBus("read", "/etc/shadow")
        #expect(status == 2)
        #expect(words.contains("which may decide it unless systemd is version 252; name the"))
        (status, words) = try await answerWithoutBus(
            "--systemd-version",
            "252",
            "read",
            "/etc/shadow"
        )
        #expect(status == 1)
        #expect(words.contains("which is not enforced"))
    }

    @Test func `A setting that needs a missing feature is not enforced`() async throws {
        try service("User=nobody", "SocketBindDeny=any")
        let question = ["bind", "tcp:127.0.0.1:8125"]
        let without = try await answerWithoutBus(
            "--strict",
            "--systemd-version",
            "systemd 252 (252.39-1~deb12u2) +SECCOMP -BPF_FRAMEWORK default-hierarchy=unified",
            question[0],
            question[1]
        )
        #expect(without.0 == 0, "\(without)")
        #expect(without.1.contains("not enforced: systemd is built without BPF_FRAMEWORK"))
        let with = try await answerWithoutBus(
            "--systemd-version",
            "252 +BPF_FRAMEWORK",
            question[0],
            question[1]
        )
        #expect(with.0 != 0, "\(with)")
    }

    @Test func `A check shows with the evidence, and JSON in the reasons, what is not enforced`()
        async throws
    {
        let path = try service("User=nobody", "PrivatePIDs=yes")
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: web\nrequire:\n  - read: /etc/passwd\n"
        )
        let command =
            [TemporaryFolder.program, "check", "--unit-file", "web.service"]
            + ["--systemd-version", "252", "policy.yaml"]
        let plain = try await folder.run(command)
        #expect(plain.status == 0 && !plain.output.contains("not enforced"))
        let whole = try await folder.run(command + ["--evidence"])
        let words = whole.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("has PrivatePIDs=yes in \(path):4, which is not enforced: systemd"))
        let json = try await folder.run(command + ["--format", "json"])
        #expect(json.output.contains(#""setting-not-enforced""#))
    }

    @Test func `A batch line names the version of systemd`() async throws {
        let path = try service("User=nobody", "PrivatePIDs=yes")
        let subject = #"{"unit-file":"\#(path)","systemd-version":"252"}"#
        try folder.file(
            "lines",
            #"{"subject":\#(subject),"action":"read","object":"/etc/shadow"}"# + "\n"
        )
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(ended.output.contains(#""verdict":"denied""#), "\(ended)")
    }

    @Test func `Mounts other than those of process 1 give no answer`() async throws {
        let path = try service()
        let ended = try await folder.inNamespaces(
            """
            $1 can --unit-file \(path) read / >/dev/null
            unshare --mount $1 can --unit-file \(path) read /
            """
        )
        #expect(ended.status == 2)
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.hasSuffix(
                "process 1, which would start it, has other mounts, network or user ids than this one"
            )
        )
    }

    @Test func `Lines that systemd ignores are named on standard error`() async throws {
        let path = try service("ProtectSystem=stict", "PrivateTmp=maybe")
        try folder.policy("read: /etc/passwd")
        let note = "warrant: systemd ignores \(path)"
        let expected = """
            \(note):3: the value of `ProtectSystem=` is not known (did you mean `strict`?)
            \(note):4: the value of `PrivateTmp=` is not a boolean

            """
        for words in [["can", "read", "/etc/passwd"], ["check", "policy.yaml"]] {
            let command = [TemporaryFolder.program] + words + ["--unit-file", "web.service"]
            let ended = try await folder.run(command + ["--format", "json"])
            #expect(ended.status == 0)
            #expect(ended.errors == expected)
        }
    }

    @Test func `A setting that no version has is named with the likely one`() async throws {
        let path = try service("ProtectSytem=strict")
        let question = ["can", "--unit-file", "web.service", "read", "/etc/passwd"]
        let ended = try await folder.run([TemporaryFolder.program] + question)
        #expect(ended.status == 0)
        let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("ProtectSytem=strict in \(path):3, which is not enforced: systemd 252 ")
        )
        #expect(words.contains("has no such setting (did you mean `ProtectSystem`?)"))
    }

    @Test func `A directory that cannot be listed has a next step`() async throws {
        try service("ProtectSystem=strict")
        let (status, words) = try await answer(
            "can",
            "--list",
            "--unit-file",
            "web.service",
            "/var"
        )
        #expect(status == 2)
        #expect(words.contains("ask about one path at a time, without --list"), "\(words)")
    }

    @Test func `A batch line names a unit file`() async throws {
        let path = try service("User=nobody")
        let line = #"{"subject":{"unit-file":"\#(path)"},"action":"read","object":"/etc/shadow"}"#
        try folder.file("lines", line + "\n")
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(ended.status == 0)
        #expect(ended.output.contains(#""verdict":"denied""#), "\(ended)")
    }

    /// Tests/SandboxJudge and scripts/judge-packages compare such services with real ones.
    @Test(arguments: [
        (["read", "own"], 0, "may read"), (["read", "other"], 1, "group ---"),
        (["write", "shared"], 0, "may write"),
        (["chown", "own", "2"], 1, "an id that is not mapped"),
        (["read", "/proc/1/status"], 2, "not known"), (["bind", "tcp:81"], 2, "PrivateUsers="),
    ])
    func `A service with users of its own has no power over other files`(
        question: [String],
        status: Int,
        words: String
    ) async throws {
        try folder.change("", mode: 0o755)
        for (name, mode, owner) in [
            ("own", UInt32(0o600), 0), ("other", 0o600, 1), ("shared", 0o666, 1),
        ] {
            try folder.file(name, mode: mode)
            try folder.change(name, owner: owner)
        }
        try service("PrivateUsers=yes")
        let asked = question.enumerated().map { index, word in
            index == 1 && !word.contains(where: "/:".contains) ? folder.path(of: word) : word
        }
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "--unit-file", "web.service"] + asked
        )
        let text = "\(ended.output)\(ended.errors)"
        #expect(ended.status == status, "\(text)")
        #expect(text.contains(words), "\(text)")
    }

    @Test(
        arguments: [
            (
                ["User=nosuchuser"],
                "would not start, with status 217/USER: user `nosuchuser` does not"
            ),
            (
                ["Group=nosuchgroup"],
                "would not start, with status 216/GROUP: group `nosuchgroup` does"
            ),
            (
                ["ExecStart=", "ExecStart=/nosuch"],
                "would not start, with status 203/EXEC: `/nosuch`"
            ),
            (
                ["ExecStart=", "ExecStart=nosuch"],
                "with status 203/EXEC: program `nosuch` is not found"
            ),
            (["ReadOnlyPaths=/nosuch"], "would not start, with status 226/NAMESPACE: `/nosuch`"),
            (
                ["PrivateUsers=yes", "ReadOnlyPaths=/proc"],
                "would not start, with status 217/USER: `/proc`, where systemd writes the user ids "
                    + "for PrivateUsers=, is read-only; ReadOnlyPaths=/proc in "
            ),
            (
                ["PrivateUsers=yes", "TemporaryFileSystem=/proc"],
                "for PrivateUsers=, is hidden; TemporaryFileSystem=/proc in "
            ),
            (["DynamicUser=yes", "Group=shadow"], "has a dynamic user with another `Group=`"),
            (
                ["DynamicUser=yes", "User=nobody"],
                "has a dynamic user named `nobody`, and a user or"
            ),
            (["RootDirectory=/srv", "ExecStart=", "ExecStart=+/bin/true"], "its root directory"),
            (["User=daemon", "Group=54321"], "216/GROUP: group `54321` does not exist here"),
            (["StandardOutput=append:/nosuch"], "has StandardOutput= in "),
            (["PAMName=login"], "has PAMName= in "),
            (["SystemCallArchitectures=x86"], "may refuse it and is not modelled"),
            (
                ["SystemCallFilter=@default openat", "SystemCallErrorNumber=EACCES"],
                "may be out of reach: SystemCallFilter=@default openat refuses open(2)"
            ),
            (
                ["SystemCallFilter=~execve"],
                "would not start, with SIGSYS: SystemCallFilter=~execve"
            ),
        ] as [([String], String)]
    )
    func `What is not known is named`(lines: [String], message: String) async throws {
        try service(lines.joined(separator: "\n"))
        let (status, words) = try await answer(
            "can",
            "--unit-file",
            "web.service",
            "read",
            "/etc/passwd"
        )
        #expect(status == 2)
        #expect(words.contains(message), "\(words)")
    }

    @Test(
        arguments: [
            ("missing.service", 2, "`FOLDER/missing.service` does not exist"),
            ("plain.conf", 64, "`FOLDER/plain.conf` is no service"),
            ("masked.service", 2, "`FOLDER/masked.service` is masked"),
            ("many@.service", 64, "`FOLDER/many@.service` is a template; name an instance of it"),
            ("", 64, "the path is empty"),
        ] as [(String, Int, String)]
    )
    func `A file that is no service has no answer`(
        name: String,
        status: Int,
        message: String
    ) async throws {
        try service(name: "plain.conf")
        try service(name: "many@.service")
        try folder.file("masked.service", "")
        let found = try await answer("can", "--unit-file", name, "read", "/etc/passwd")
        let expected = message.replacing("FOLDER", with: folder.path)
        #expect(found.status == status)
        #expect(found.words.contains(expected), "\(found.words)")
    }

    @Test(
        arguments: [
            (["--command", "ExecStart"], "--command belongs to --unit-file and to --unit with"),
            (
                ["--unit", "a.service", "--command", "ExecStart"],
                "--command belongs to --unit-file and to --unit with --restarted; add one of them"
            ),
            (["--restarted"], "--restarted belongs to --unit; name a unit with it"),
            (
                ["--restarted", "--unit-file", "a.service"],
                "--restarted belongs to --unit; name a unit with it"
            ),
            (
                ["--unit", "a.service", "--restarted", "--command", "Start"],
                "--unit `a.service` has no command `Start`; name one of ExecCondition"
            ),
            (["--unit", "a@.service", "--restarted"], "name an instance of it, such as `a@1"),
            (["--set-unit", "User=nobody"], "--set-unit belongs to --unit-file"),
            (["--unit-file", "a.service", "--command", "Start"], "has no command `Start`"),
            (["--unit-file", "a.service", "--command", "ExecStart:0"], "; name one of Exec"),
            (
                ["--unit-file", "a.service", "--command", "ExecStrtPre:2"],
                "has no command `ExecStrtPre:2`; did you mean `ExecStartPre:2`?"
            ),
            (["--systemd-version", "252"], "--systemd-version belongs to --unit-file"),
            (
                ["--unit-file", "a.service", "--systemd-version", "new"],
                "has no version of systemd in `new`; write it as `systemctl --version` does"
            ),
            (["--unit-file", "a.service", "--pid", "1"], "each name a subject; give one of them"),
        ] as [([String], String)]
    )
    func `A wrong option ends with 64`(options: [String], message: String) async throws {
        let command = [TemporaryFolder.program, "can"] + options + ["read", "/"]
        let ended = try await folder.run(command)
        #expect(ended.status == 64)
        #expect(ended.errors.contains(message), "\(ended)")
    }
}
