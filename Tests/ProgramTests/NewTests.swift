import TestSupport
import Testing

@Suite struct `A new policy` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["service", "job", "host", "container"], [nil, "shop-2.web"])
    func `A new policy passes lint and can be checked`(kind: String, name: String?) async throws {
        let made = try await folder.run(
            [TemporaryFolder.program, "new", kind] + (name.map { [$0] } ?? [])
        )
        #expect(made.status == 0)
        #expect(made.errors == "")
        #expect(made.output.contains("\nname: \(name ?? kind)\n"))
        #expect(made.output.split(separator: "\n").filter { $0.count > 90 } == [])
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0)
        let checked = try await folder.warrant("check", "new.yaml")
        #expect(0...2 ~= checked.status)
        #expect(checked.errors == "")
    }

    @Test(arguments: ["www-data", "_shop"])
    func `A policy for a service can be about a user`(user: String) async throws {
        let made = try await folder.warrant("new", "service", "shop", "--as", user)
        #expect(made.status == 0)
        #expect(made.output.contains("\nname: shop\n"))
        #expect(made.output.contains("\nsubject: \(user)\n"))
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0)
        let name = "NAME_OF_USER"
        let other = try await folder.warrant("new", "service", name, "--as", user)
        #expect(other.output.contains("\nname: \(name)\n"))
    }

    /// `apt` has files in all the places on every Debian.
    @Test(arguments: [[], ["--as", "nobody"]])
    func `A policy for a service names its files that exist`(options: [String]) async throws {
        let made = try await folder.run(
            [TemporaryFolder.program, "new", "service", "apt"] + options
        )
        var expected = ["create: /var/lib/apt/new", "create: /var/log/apt/new"]
        if !options.isEmpty { expected += ["write: /usr/bin/apt", "create: /usr/bin/new"] }
        for line in expected { #expect(made.output.contains("\n  - \(line)\n"), "\(made.output)") }
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0)
        let script = """
            mount -t tmpfs etc /etc; mkdir /etc/web; ln -s c /etc/web/link
            touch /etc/web/.hidden /etc/web/c "/etc/web/a: b" /etc/web/z
            mount -t tmpfs log /var/log; touch /var/log/web.log
            exec "$1" new service web \(options.joined(separator: " "))
            """
        let other = try await folder.inNamespaces(script)
        let files = [
            #"read: "/etc/web/a: b""#, "read: /etc/web/c", "read: /etc/web/link",
            "append: /var/log/web.log",
        ]
        for line in files { #expect(other.output.contains("\n  - \(line)\n"), "\(other)") }
        #expect(!other.output.contains("/etc/web/z"), "\(other)")
    }

    @Test func `The help names the kinds`() async throws {
        let help = try await folder.warrant("new", "--help").output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            help.contains("The kind of policy: service, job, host, container."),
            "\(help)"
        )
    }

    @Test(arguments: [
        ([], "give one of service, job, host, container, or --from-unit"),
        (
            ["job", "--from-unit", "a.service"],
            "give one of service, job, host, container, or --from-unit"
        ),
        (
            ["job", "a b"],
            "`a b` cannot name a policy; begin with a letter, and use letters, digits, `.`, `-` and `_`"
        ),
        (
            ["job", "null"],
            "`null` cannot name a policy; begin with a letter, and use letters, digits, `.`, `-` and `_`"
        ),
        (
            ["job", "../\u{1B}"],
            #"`../\u{1b}` cannot name a policy; begin with a letter, and use letters, digits, `.`, `-` and `_`"#
        ),
        (
            ["job", "--as", "www-data"],
            "--as belongs to the kind `service`; write `new service NAME`"
        ),
        (["service", "a", "--as", "a b"], "`a b` cannot be the name of a user; see useradd(8)"),
        (["--from-unit", "a"], "`a` does not end in a unit type; write `a.service`"),
        (
            ["--from-unit", "./a.service"],
            "`./a.service` has a slash, and unit names have none; "
                + "write `a.service`, without its directory"
        ),
        (
            ["--from-unit", "a@.service"],
            "`a@.service` is a template; name an instance of it, such as `a@1.service`"
        ),
    ])
    func `A usage error is reported with its reason`(arguments: [String], message: String)
        async throws
    {
        let ended = try await folder.run([TemporaryFolder.program, "new"] + arguments)
        #expect(ended.status == 64)
        #expect(ended.output == "")
        #expect(ended.errors.split(separator: "\n").first == "Error: \(message)")
    }

    @Test func `A policy from a unit needs systemd`() async throws {
        let ended = try await folder.warrant("new", "--from-unit", "a.service")
        #expect(ended.status == 66)
        #expect(ended.output == "")
        #expect(ended.errors == "warrant: cannot read `a.service`: no D-Bus at /nonexistent/bus\n")
    }
}
