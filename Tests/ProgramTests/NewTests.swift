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

    @Test(arguments: ["", "--as nobody"])
    func `A policy for a service names its files that exist`(options: String) async throws {
        let script = """
            for place in /etc /var/lib /var/log /usr/local/bin; do mount -t tmpfs new $place; done
            mkdir /etc/web /var/lib/web; ln -s c /etc/web/link; mkdir /etc/web/directory
            touch /etc/web/.hidden /etc/web/c "/etc/web/a: b" /etc/web/z
            touch /var/log/web.log /usr/local/bin/web
            exec "$1" new service web \(options)
            """
        let made = try await folder.inNamespaces(script)
        var lines = [
            #"read: "/etc/web/a: b""#, "read: /etc/web/c", "read: /etc/web/link",
            "create: /var/lib/web/new", "append: /var/log/web.log",
        ]
        if !options.isEmpty {
            lines += ["write: /usr/local/bin/web", "create: /usr/local/bin/new"]
        }
        for line in lines { #expect(made.output.contains("\n  - \(line)\n"), "\(made)") }
        #expect(!made.output.contains("/etc/web/z"), "\(made)")
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0)
    }

    @Test(arguments: [
        ("mkdir /var/log/web", "- create: /var/log/web/new"),
        ("touch /etc/web.conf", "- read: /etc/web.conf"),
        ("ln -s /bin/true /usr/local/bin/web", "# - write: /usr/bin/web"),
    ])
    func `A policy for a service takes what is in the usual places`(
        made: String,
        line: String
    ) async throws {
        let places = "for place in /etc /var/log /usr/local/bin; do mount -t tmpfs new $place; done"
        let ended = try await folder.inNamespaces(
            "\(places)\n\(made)\nexec \"$1\" new service web --as nobody"
        )
        #expect(ended.output.contains("\n  \(line)\n"), "\(ended)")
    }

    @Test func `A policy for a service takes what its unit file sets`() async throws {
        let script = """
            for place in /etc /var/lib /srv; do mount -t tmpfs -o mode=755 new $place; done
            printf 'root:x:0:0::/:/bin/sh\\n' > /etc/passwd; (umask 077; touch /etc/shadow)
            printf 'web:x:33:33::/:/bin/sh\\n' >> /etc/passwd; printf 'web:x:33:\\n' > /etc/group
            mkdir -p /etc/web /etc/systemd/system/web.service.d; echo x > /etc/web/config
            (umask 077; echo x > /etc/web/secrets); cp /bin/true "/srv/web: server"
            unit=/etc/systemd/system/web.service
            cat > $unit <<'unit'
            [Service]
            User=web
            ExecStart=/srv/web:\\x20server --serve
            EnvironmentFile=/etc/web/secrets
            unit
            cat > $unit.d/more.conf <<'unit'
            [Service]
            StateDirectory=web/data
            LogsDirectory=web
            EnvironmentFile=-/etc/web/more
            unit
            "$1" new --unit-file $unit > new.yaml
            cat new.yaml >&2
            "$1" lint new.yaml && "$1" check --unit-file $unit new.yaml || exit
            "$1" record --coverage --unit-file $unit new.yaml > new.test.yaml || exit
            exec "$1" test --full-coverage new.yaml
            """
        let made = try await folder.inNamespaces(script)
        let lines = [
            "subject: { user: web }", "  - execute: \"/srv/web: server\"",
            "  - read: /etc/web/config",
            "  - create: /var/lib/web/data/new",
            "  - create: /var/log/web/new", "  - read: /etc/web/secrets\n    as: root",
            "  - read: /etc/web/more\n    as: root\n    when: { stat: /etc/web/more }",
            "  - write: \"/srv/web: server\"", "  - create: /srv/new", "  - create: /etc/web/new",
            "  - write: /etc/web/config", "  - write: /etc/web/secrets",
        ]
        for line in lines { #expect(made.errors.contains("\n\(line)\n"), "\(made)") }
        #expect(made.status == 0, "\(made)")
        #expect(made.output.contains("\nall 12 hold; 1 not applicable\n"), "\(made)")
        #expect(made.output.hasSuffix("; 13 of 13 requirements covered\n"), "\(made)")
    }

    @Test(arguments: [
        // The groups of the service are more than those of its user.
        (["User=nobody", "SupplementaryGroups=shadow"], "nobody, groups: [nogroup, shadow] }", 1),
        (["User=nobody", "Group=adm"], "nobody, groups: [adm] }", 0),
        (["User=nobody", "Group=no-such-group"], "nobody, groups: [no-such-group] }", 2),
        (["User=no-such-user"], "no-such-user }", 2),
        // Nothing is forbidden to root.
        ([], "root }", 0), (["User=root"], "root }", 0),
    ])
    func `A policy from a unit file is about its user and groups`(
        settings: [String],
        subject: String,
        status: Int
    ) async throws {
        let lines = ["[Service]", "ExecStart=/bin/sh"] + settings
        try folder.file("web.service", lines.joined(separator: "\n") + "\n")
        let made = try await folder.warrant("new", "--unit-file", "web.service")
        #expect(made.output.contains("\nsubject: { user: \(subject)\n"), "\(made)")
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0, "\(made)")
        let checked = try await folder.warrant("check", "new.yaml")
        #expect(checked.status == status, "\(checked)")
    }

    /// `/bin/sh` is a link on Debian, and nothing is at the other path.
    @Test(arguments: [
        ("ExecStart=/srv/none", "  # - write: /srv/none\n"), ("", "  # - write: /bin/sh\n"),
        ("LogsDirectory=b a", "  - create: /var/log/a/new\n  - create: /var/log/b/new\n"),
        ("ReadWritePaths=/srv /none", "  - create: /srv/new\n  # Its log"),
    ])
    func `A policy from a unit file names what the unit names`(
        setting: String,
        lines: String
    ) async throws {
        let reset = setting.hasPrefix("ExecStart") ? "ExecStart=\n" : ""
        try folder.file(
            "web.service",
            "[Service]\nUser=nobody\nExecStart=/bin/sh\n\(reset)\(setting)\n"
        )
        let made = try await folder.warrant("new", "--unit-file", "web.service")
        #expect(made.output.contains("\n\(lines)"), "\(made)")
    }

    @Test(
        arguments: [
            ("relative", nil), ("\"-/etc/x y\"", nil), ("-", nil), ("/etc/pass*", nil),
            ("/etc/$x", nil),
            ("/run/../etc/hosts", nil), ("/etc/%n", nil),
            ("/etc/hosts\nEnvironmentFile=/etc/hosts", 1),
            ("/etc/passwd\nEnvironmentFile=\nEnvironmentFile=-/etc/hosts", 1),
        ] as [(String, Int?)]
    )
    func `Only plain files of EnvironmentFile become part of a policy`(
        value: String,
        count: Int?
    ) async throws {
        try folder.file(
            "web.service",
            "[Service]\nUser=nobody\nExecStart=/bin/sh\nEnvironmentFile=\(value)\n"
        )
        let made = try await folder.warrant("new", "--unit-file", "web.service")
        #expect(made.output.split(separator: "EnvironmentFile=").count == 1 + (count ?? 0))
        try folder.file("new.yaml", made.output)
        #expect(try await folder.warrant("lint", "new.yaml").status == 0, "\(made)")
    }

    @Test func `A dynamic user leaves the unit as the subject`() async throws {
        try folder.file("web.service", "[Service]\nDynamicUser=yes\nExecStart=/bin/true\n")
        let made = try await folder.warrant("new", "service", "shop", "--unit-file", "web.service")
        #expect(made.output.contains("\nname: shop\n"))
        #expect(made.output.contains("\nsubject: { unit: web.service } "))
        #expect(made.output.contains("\n  - unit: web.service\n"))
        #expect(made.output.contains(" --unit-file \(folder.path)/web.service shop.yaml\n"))
    }

    @Test(arguments: [
        ("none.service", 66, "`FOLDER/none.service` does not exist; name a unit file"),
        (
            "policy.yaml", 66,
            "`FOLDER/policy.yaml` is no service; name a file that ends in `.service`"
        ),
        (
            "a@b.service", 64,
            "`a@b` cannot name a policy; write `new service NAME --unit-file FILE`"
        ),
    ])
    func `A unit file that cannot be used is reported`(
        name: String,
        status: Int,
        message: String
    ) async throws {
        try folder.file("policy.yaml")
        try folder.file("a@b.service", "[Service]\nExecStart=/bin/true\n")
        let ended = try await folder.warrant("new", "--unit-file", name)
        #expect(ended.status == status)
        #expect(ended.output == "")
        #expect(
            ended.errors.contains(message.replacing("FOLDER", with: folder.path)),
            "\(ended)"
        )
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
        ([], "give one of service, job, host, container, or --unit-file, or --from-unit"),
        (
            ["job", "--from-unit", "a.service"],
            "give one of service, job, host, container, or --unit-file, or --from-unit"
        ),
        (["job", "--unit-file", "a.service"], "--unit-file belongs to the kind `service`"),
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
