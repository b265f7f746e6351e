import Glibc
import TestSupport
import Testing

/// The command `warrant harden`. `Tests/SystemdHostTests` starts services with such settings.
@Suite struct `The command harden` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let unit = "[Service]\nExecStart=/bin/true\nUser=nobody\n"
        try folder.file("web.service", unit + "AmbientCapabilities=CAP_NET_BIND_SERVICE\n")
    }

    private func policy(_ requirements: String) throws {
        try folder.file("web.yaml", "warrant: 1\nname: web\n\(requirements)\n")
    }

    private func harden(_ options: String...) async throws -> Ended {
        let command = ["harden", "--unit-file", "web.service", "web.yaml"]
        return try await folder.run([TemporaryFolder.program] + command + options, seconds: 120)
    }

    @Test func `Each requirement has the settings that it needs`() async throws {
        try policy("require:\n  - create: /var/tmp/x\n  - bind: tcp:127.0.0.1:81")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        let lines = ended.output.split(separator: "\n")
        for line in [
            "NoNewPrivileges=yes", "ProtectSystem=strict", "ProtectHome=yes",
            "CapabilityBoundingSet=CAP_NET_BIND_SERVICE", "RestrictAddressFamilies=AF_UNIX",
            "RestrictAddressFamilies=AF_INET",
            "# for `bind tcp:127.0.0.1:81` (web.yaml:5)",
            "#   SystemCallFilter=@system-service   for most services",
        ] { #expect(lines.contains(Substring(line)), "\(line) \(ended)") }
        #expect(!lines.contains("#   capability CAP_NET_BIND_SERVICE"), "\(ended)")
    }

    @Test func `A restriction is left out if a requirement contradicts it`() async throws {
        try policy("require:\n  - list: /home\n  - read: /proc/cpuinfo")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("\nProtectHome=read-only\n"), "\(ended)")
        #expect(ended.output.contains("#   ProtectHome=yes, because of `list /home` (web.yaml:4)"))
        #expect(ended.output.contains("#   ProcSubset=pid, because of `read /proc/cpuinfo`"))
        #expect(!ended.output.contains("\nProcSubset=pid\n"))
    }

    @Test func `A forbidden use is closed`() async throws {
        try policy("require:\n  - read: /etc/passwd\nforbid:\n  - read: /etc/hostname")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("\nInaccessiblePaths=/etc/hostname\n"), "\(ended)")
    }

    @Test(
        arguments: [
            (
                "require:\n  - write: /etc/shadow", 1,
                "`require write /etc/shadow` does not hold with any"
            ),
            ("require:\n  - read: /etc/passwd\nforbid:\n  - read: /etc/passwd", 1, "does not hold"),
            ("require:\n  - read: /proc/self/status", 2, "is not known with these settings"),
        ]
    )
    func `A requirement without settings for it is named`(
        requirements: String,
        status: Int,
        words: String
    ) async throws {
        try policy(requirements)
        let ended = try await harden()
        #expect(ended.status == status, "\(ended)")
        #expect(ended.errors.contains(words), "\(ended)")
        #expect(ended.output.contains("# NOT VERIFIED"), "\(ended)")
    }

    /// A setting that is not modelled may keep the service from starting.
    @Test func `A requirement that settings may permit does not fail`() async throws {
        let output = "StandardOutput=append:/var/log/web.log"
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\nUser=nobody\n\(output)\n")
        try policy("require:\n  - bind: tcp:80")
        let ended = try await harden()
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output.contains("\nAmbientCapabilities=CAP_NET_BIND_SERVICE\n"), "\(ended)")
    }

    @Test(arguments: [
        ["tcp:[::]:443", "tcp:127.0.0.1:443"], ["tcp:127.0.0.1:443", "tcp:[::]:443"],
    ])
    func `The order of requirements costs no restriction`(ports: [String]) async throws {
        try policy("require:\n" + ports.map { "  - bind: \"\($0)\"\n" }.joined())
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        for family in ["AF_INET", "AF_INET6"] {
            #expect(ended.output.contains("\nRestrictAddressFamilies=\(family)\n"), "\(ended)")
        }
    }

    /// systemd enters the directory with all kernel capabilities, and then takes them away.
    @Test func `A working directory is entered before the program starts`() async throws {
        try folder.folder("own", mode: 0o700)
        try folder.change("own", owner: 65534)
        let path = folder.path(of: "own")
        let lines = "CapabilityBoundingSet=\nWorkingDirectory=\(path)\n"
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\n\(lines)")
        try policy("require:\n  - read: /etc/passwd")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        // The folder is in `/tmp`.
        let line = "# for `WorkingDirectory=\(path)`\nBindReadOnlyPaths=\(path)\n"
        #expect(ended.output.contains(line), "\(ended)")
        #expect(!ended.output.contains("CAP_DAC"), "\(ended)")
    }

    @Test func `A second run replaces the drop-in of the first`() async throws {
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\n")
        try policy("require:\n  - write: /etc/passwd")
        let first = try await harden()
        #expect(first.output.contains("\nReadWritePaths=/etc/passwd\n"), "\(first)")
        try folder.folder("web.service.d", mode: 0o755)
        try folder.file("web.service.d/zz-harden.conf", first.output)
        #expect(try await harden() == first)
    }

    /// systemd refuses to start the service while a path of `ReadWritePaths=` does not exist.
    @Test func `A file that may be created is permitted by its directory`() async throws {
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\n")
        for file in ["/etc/passwd", "/etc/none"] {
            try policy("require:\n  - open-create: \(file)")
            let ended = try await harden()
            #expect(ended.status == 0, "\(ended)")
            #expect(ended.output.contains("\nReadWritePaths=/etc\n"), "\(ended)")
            let path = "/etc/systemd/system/web.service.d/zz-harden.conf"
            #expect(ended.output.contains("# Save it as \(path), which comes last"), "\(ended)")
        }
    }

    @Test func `Every command still starts, and the working directory is open`() async throws {
        let script = try folder.file("pre", "#!/bin/sh\n")
        try folder.change("pre", mode: 0o755)
        try folder.change("", mode: 0o755)
        try policy("require:\n  - read: /etc/passwd")
        // The folder is in `/tmp`.
        for (line, words) in [
            (
                "ExecStartPre=\(script)",
                "#   PrivateTmp=yes, because of the start of `ExecStartPre:1`\n"
            ),
            (
                "WorkingDirectory=\(folder.path)",
                "# for `WorkingDirectory=\(folder.path)`\nBindReadOnlyPaths=\(folder.path)\n"
            ),
        ] {
            let unit = "[Service]\nExecStart=/bin/true\nUser=nobody\n\(line)\n"
            try folder.file("web.service", unit)
            let ended = try await harden()
            #expect(ended.status == 0, "\(ended)")
            #expect(ended.output.contains(words), "\(ended)")
        }
    }

    @Test func `A setting with which the service would not start is named with that reason`()
        async throws
    {
        try policy("require:\n  - read: /etc/passwd")
        let unit =
            "[Service]\nExecStart=/bin/true\nUser=nobody\nTemporaryFileSystem=/sys/fs\n"
        try folder.file("web.service", unit)
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("because of the service, which would not start"), "\(ended)")
    }

    @Test func `What the policy requires is no surplus, and a misspelt setting is named`()
        async throws
    {
        try policy("require:\n  - create: /var/tmp/x")
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\nProtectSytem=strict\n")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(!ended.output.contains("create files in /var/tmp"), "\(ended)")
        #expect(ended.output.contains("#   create files in /tmp\n"), "\(ended)")
        #expect(ended.errors.contains("(did you mean `ProtectSystem`?)"), "\(ended)")
    }

    @Test func `No line permits what the unit refuses`() async throws {
        try policy("require:\n  - read: /etc/passwd")
        let unit = "[Service]\nExecStart=/bin/true\nRestrictAddressFamilies=none\n"
        try folder.file("web.service", unit)
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(!ended.output.contains("RestrictAddressFamilies="), "\(ended)")
    }

    @Test func `No line hides what systemd itself needs for the service`() async throws {
        try policy("require:\n  - read: /etc/passwd\nforbid:\n  - list: /run")
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\n")
        let ended = try await harden()
        #expect(ended.status == 1, "\(ended)")
        #expect(!ended.output.contains("InaccessiblePaths=/run"), "\(ended)")
    }

    @Test func `A line that another one makes needless is left out`() async throws {
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\nProtectSystem=strict\n")
        try policy("require:\n  - write: /etc/passwd\n  - create: /etc/x")
        let ended = try await harden()
        #expect(ended.status == 0, "\(ended)")
        #expect(!ended.output.contains("ReadWritePaths=/etc/passwd"), "\(ended)")
        #expect(ended.output.contains("\nReadWritePaths=/etc\n"), "\(ended)")
    }

    @Test func `What a unit does not know is no reason to break it`() async throws {
        try policy("require:\n  - read: /dev/fuse")
        try folder.file("web.service", "[Service]\nExecStart=/bin/true\n")
        let ended = try await harden()
        #expect(ended.status == 2, "\(ended)")
        #expect(!ended.output.contains("\nPrivateDevices=yes\n"), "\(ended)")
    }

    @Test func `A service that does not start has no drop-in`() async throws {
        try policy("require:\n  - { owner: /etc/passwd, is: root }")
        try folder.file("web.service", "[Service]\nExecStart=/bin/missing\n")
        let ended = try await harden()
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output == "")
        #expect(ended.errors.contains("203/EXEC"), "\(ended)")
    }

    @Test(
        arguments: [
            ("docker", "--cap-add=NET_BIND_SERVICE"), ("compose", "cap_drop: [ALL]"),
            ("kubernetes", "    add: [NET_BIND_SERVICE]"),
        ]
    )
    func `Containers have forms of their own`(format: String, line: String) async throws {
        try policy("require:\n  - bind: tcp:127.0.0.1:81")
        let ended = try await harden("--format", format)
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.split(separator: "\n").contains(Substring(line)), "\(ended)")
    }

    @Test func `The surplus must not grow beyond a baseline`() async throws {
        try policy("require:\n  - bind: tcp:127.0.0.1:81")
        let report = try await harden("--format", "json")
        #expect(report.status == 0, "\(report)")
        #expect(report.output.contains("\"create files in /tmp\""), "\(report)")
        try folder.file("baseline.json", report.output)
        #expect(try await harden("--baseline", "baseline.json").status == 0)
        let fewer = report.output.replacing("\"create files in /tmp\",\n", with: "")
        try folder.file("baseline.json", fewer)
        let ended = try await harden("--baseline", "baseline.json")
        #expect(ended.status == 1, "\(ended)")
        #expect(ended.errors.contains("create files in /tmp, which the baseline does not have"))
    }

    /// The setting may refuse each file, and is not modelled.
    @Test func `Growth that is not known ends with 2`() async throws {
        let unit = "[Service]\nExecStart=/bin/true\nUser=nobody\n"
        try policy("require:\n  - create: /tmp/warrant-harden")
        let report = try await harden("--format", "json")
        #expect(report.status == 0, "\(report)")
        try folder.file("baseline.json", report.output)
        try folder.file("web.service", unit + "RestrictFileSystems=ext4\n")
        try policy("require:\n  - bind: tcp:127.0.0.1:8081")
        let ended = try await harden("--baseline", "baseline.json")
        #expect(ended.status == 2, "\(ended)")
        #expect(
            ended.errors.contains(
                "not known whether the service may also create files in /tmp, which the baseline"
            )
        )
        #expect(ended.output.contains("\n#   create files in /tmp\n"), "\(ended)")
        let again = try await harden("--format", "json")
        try folder.file("baseline.json", again.output)
        #expect(try await harden("--baseline", "baseline.json").status == 0)
        try folder.file("web.service", unit)
        let known = try await harden("--baseline", "baseline.json")
        #expect(known.status == 1, "\(known)")
        #expect(known.errors.contains("create files in /tmp, which was not known for the baseline"))
    }

    @Test(
        arguments: [
            (["--baseline", "missing.json"], 66, "missing.json"),
            (["--baseline", "pipe"], 66, "pipe"),
            (["--baseline", "web.yaml"], 66, "is not a report of `warrant harden --format json`"),
            (["--command", "Start"], 64, "has no command `Start`"),
            (["--unit", "web.service"], 64, "name one service, by --unit-file or by --unit"),
        ]
    )
    func `Wrong input is refused`(
        options: [String],
        status: Int,
        words: String
    ) async throws {
        try policy("require:\n  - read: /etc/passwd")
        #expect(unsafe mkfifo(folder.path(of: "pipe"), 0o600) == 0)
        let command = ["harden", "--unit-file", "web.service", "web.yaml"] + options
        let ended = try await folder.run([TemporaryFolder.program] + command)
        #expect(ended.status == status, "\(ended)")
        #expect(ended.errors.contains(words), "\(ended)")
    }

    @Test func `A policy that does not exist is said to be missing`() async throws {
        let ended = try await harden()
        #expect(ended.status == 66, "\(ended)")
        #expect(ended.errors.hasPrefix("warrant: web.yaml: no such file here, and no such policy"))
    }
}
