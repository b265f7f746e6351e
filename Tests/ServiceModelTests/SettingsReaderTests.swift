import Kernel
import ServiceModel
import Testing

/// Reads one unit file, and drop-ins after it.
func read(
    _ texts: String...,
    name: String = "demo.service"
) throws -> (settings: ServiceSettings, ignored: [UnitFileProblem]) {
    let files = texts.enumerated().map { UnitFile(Array($1.utf8), at: "/\($0)") }
    let reader = try SettingsReader(files, name: try #require(ServiceName(name)))
    return (reader.settingsSoFar, reader.ignored)
}

private func service(_ lines: String...) -> String {
    "[Service]\n" + lines.joined(separator: "\n") + "\n"
}

@Suite struct `Reading a service` {
    @Test(arguments: SettingNames.modelled)
    func `A setting in the list of names is modelled`(name: String) {
        // A wrong value of some settings keeps systemd from loading the unit.
        let unknown = (try? read(service("\(name)=x")))?.settings.unknown ?? []
        #expect(unknown == [])
    }

    @Test func `A setting keeps its text and the place of its first line`() throws {
        let found = try read(service("User=web", "ReadWritePaths=/a \\", "  /b"))

        #expect(found.settings.user?.words == "User=web in /0:2")
        #expect(found.settings.files.readWritePaths.map(\.value.path) == ["/a", "/b"])
        #expect(found.settings.files.readWritePaths.map(\.place.line) == [3, 3])
        #expect(found.ignored == [])
    }

    @Test(arguments: [
        ("1", true), ("yes", true), ("Y", true), ("TRUE", true), ("t", true), ("on", true),
        ("0", false), ("no", false), ("n", false), ("False", false), ("f", false), ("off", false),
        ("maybe", nil), ("", nil), ("2", nil), ("yes # no comment", nil),
    ])
    func `A boolean has the words of systemd, and others are ignored`(
        text: String,
        value: Bool?
    ) throws {
        let found = try read(service("PrivateMounts=\(text)"))

        #expect(found.settings.files.privateMounts?.value == value)
        #expect(found.ignored.isEmpty == (value != nil))
        #expect(found.settings.unknown == [])
    }

    @Test func `An empty assignment empties a list, and a drop-in comes after the file`() throws {
        let found = try read(
            service("ReadOnlyPaths=/a", "SupplementaryGroups=a b", "ExecStart=/bin/a"),
            service("ReadOnlyPaths=", "ReadOnlyDirectories=-/b +/c -+/d", "SupplementaryGroups="),
            service("ExecStart=", "ExecStart=-/bin/b x", "ExecStart=/bin/c")
        )

        #expect(
            found.settings.files.readOnlyPaths.map(\.value) == [
                .init("/b", isOptional: true), .init("/c", isBelowRoot: true),
                .init("/d", isOptional: true, isBelowRoot: true),
            ]
        )
        #expect(found.settings.supplementaryGroups == [])
        #expect(found.settings.commands.map(\.program) == ["/bin/b", "/bin/c"])
        #expect(found.settings.commands.map(\.number) == [1, 2])
    }

    @Test(
        arguments: [
            (["CAP_CHOWN CAP_KILL"], [.chown, .kill]),
            (["CAP_CHOWN", "CAP_KILL"], [.chown, .kill]),
            (["CAP_CHOWN CAP_KILL", "~CAP_KILL"], [.chown]),
            (["CAP_CHOWN", ""], []),
            (["cap_chown 5 nonsense"], [.chown, .kill]),
        ] as [([String], [KernelCapability])]
    )
    func `Lines of capabilities add up`(lines: [String], set: [KernelCapability]) throws {
        let text = lines.map { "CapabilityBoundingSet=\($0)\nAmbientCapabilities=\($0)\n" }
        let found = try read("[Service]\n" + text.joined())

        #expect(found.settings.boundingSet?.value == KernelCapabilitySet(set))
        #expect(found.settings.ambientSet?.value == KernelCapabilitySet(set))
    }

    @Test func `A first inverted line starts from all capabilities`() throws {
        let found = try read(
            service("CapabilityBoundingSet=~CAP_KILL", "CapabilityBoundingSet=~CAP_CHOWN")
        )
        let expected = KernelCapabilitySet.all.removing(.kill).removing(.chown)

        #expect(found.settings.boundingSet?.value == expected)
        #expect(
            try read(service("CapabilityBoundingSet=CAP_KILL", "CapabilityBoundingSet=~")).settings
                .boundingSet?.value == .all
        )
    }

    @Test(
        arguments: [
            ("/bin/a", "/bin/a", .asSet), ("@/bin/a b", "/bin/a", .asSet),
            ("-/bin/a", "/bin/a", .asSet),
            ("+/bin/a", "/bin/a", .full), ("!/bin/a", "/bin/a", .elevated),
            ("!!/bin/a", "/bin/a", .asSet), (":-@+//bin/./a", "/bin/a", .full),
            ("\"/bin/a b\" c", "/bin/a b", .asSet), ("/bin/a\\x20b", "/bin/a b", .asSet),
            ("sleep 1", "sleep", .asSet), ("/bin/%p", "/bin/demo", .asSet),
        ] as [(String, String, ServiceCommand.Privilege)]
    )
    func `A command has a program and prefixes`(
        line: String,
        program: String,
        privilege: ServiceCommand.Privilege
    ) throws {
        let command = try #require(try read(service("ExecStart=\(line)")).settings.commands.first)

        #expect(command.program == program)
        #expect(command.privilege == privilege)
        #expect(command.kind == .start)
    }

    @Test func `Semicolons separate commands`() throws {
        let line = "ExecStartPre=/bin/a ; +/bin/b \\; c ; -/bin/d \";\" e"
        let commands = try read(service(line)).settings.commands

        #expect(commands.map(\.program) == ["/bin/a", "/bin/b", "/bin/d"])
        #expect(commands.map(\.number) == [1, 2, 3])
    }

    @Test func `PermissionsStartOnly frees all commands but ExecStart`() throws {
        let commands = try read(
            service("ExecStart=/a", "ExecStartPre=/b", "ExecStop=!/c", "PermissionsStartOnly=yes")
        ).settings.commands

        #expect(commands.map(\.kind) == [.startPre, .start, .stop])
        #expect(commands.map(\.privilege) == [.full, .asSet, .full])
    }

    @Test func `Binds have two paths, a prefix and an option`() throws {
        let found = try read(
            service(
                "BindPaths=/a -/b:/c /d\\:e:/f:norbind \"/g h\"",
                "BindReadOnlyPaths=/i:/j:rbind",
                "BindReadOnlyPaths=relative:/k"
            )
        )

        #expect(
            found.settings.files.binds.map(\.value) == [
                .init("/a", to: "/a", isReadOnly: false),
                .init("/b", to: "/c", isReadOnly: false, isOptional: true),
                .init("/d:e", to: "/f", isReadOnly: false, isRecursive: false),
                .init("/g h", to: "/g h", isReadOnly: false),
                .init("/i", to: "/j", isReadOnly: true),
                // systemd ignores the source alone.
                .init("/k", to: "/k", isReadOnly: true),
            ]
        )
        #expect(try read(service("BindPaths=/a", "BindReadOnlyPaths=")).settings.files.binds == [])
    }

    @Test func `Temporary file systems have options`() throws {
        let found = try read(service("TemporaryFileSystem=/a:ro,size=1M /b"))

        #expect(
            found.settings.files.temporaryFileSystems.map(\.value)
                == [.init("/a", options: "ro,size=1M"), .init("/b")]
        )
    }

    @Test func `Directories have links and modes, in the order of their names`() throws {
        let found = try read(
            service(
                "StateDirectory=b/c b:link a b:other private",
                "StateDirectoryMode=0750",
                "RuntimeDirectory=%p",
                "RuntimeDirectoryMode=rwx",
                "ConfigurationDirectory=c:d"
            )
        )

        #expect(
            found.settings.files.directories.map(\.value) == [
                .init(.runtime, "demo"), .init(.state, "a"),
                .init(.state, "b", links: ["link", "other"]), .init(.state, "b/c"),
            ]
        )
        #expect(found.settings.files.directoryModes[.state]?.value == 0o750)
        #expect(found.settings.files.directoryModes[.runtime] == nil)
        #expect(found.ignored.map(\.place.line) == [2, 5, 6])
        let reset = try read(service("LogsDirectory=a", "LogsDirectoryMode=0700", "LogsDirectory="))
        #expect(reset.settings.files.directories == [])
        #expect(reset.settings.files.directoryModes == [:])
    }

    @Test(arguments: [
        ("%n", "a-b@c-d\\x2de.service"), ("%N", "a-b@c-d\\x2de"), ("%p", "a-b"), ("%P", "a/b"),
        ("%i", "c-d\\x2de"), ("%I", "c/d-e"), ("%j", "b"), ("%J", "b"), ("%f", "/c/d-e"),
        ("%t%S%C%L%E%T%V", "/run/var/lib/var/cache/var/log/etc/tmp/var/tmp"),
        ("%d", "/run/credentials/a-b@c-d\\x2de.service"), ("%u%g%U%G%h", "rootroot00/root"),
        ("%%", "%"), ("%-", "%-"), ("%", "%"),
    ])
    func `A specifier has the value that the name decides`(text: String, value: String) throws {
        let found = try read(
            service("TemporaryFileSystem=/x/\(text)"),
            name: "a-b@c-d\\x2de.service"
        )

        // In a word, a backslash makes the next character ordinary, but not in the value of a specifier.
        let path = "/x" + (value.hasPrefix("/") ? value : "/" + value)
        #expect(found.settings.files.temporaryFileSystems.map(\.value.path) == [path])
    }

    @Test func `A setting with a specifier of the running system is unknown until it is reset`()
        throws
    {
        let lines = ["User=u%H", "ReadWritePaths=/a /b/%m /c", "ExecStart=/bin/%v"]
        let found = try read(service(lines[0], lines[1], lines[2])).settings

        #expect(found.user == nil)
        #expect(found.files.readWritePaths.map(\.value.path) == ["/a", "/c"])
        #expect(found.unknown.map(\.name) == ["User", "ReadWritePaths", "ExecStart"])
        #expect(found.unknown.map(\.direction) == [.either, .eitherOf(.files), .either])
        let reset = try read(
            service(lines[0], lines[1], lines[2]),
            service("User=web", "ReadWritePaths=", "ExecStart=", "ExecStart=/bin/a")
        ).settings
        #expect(reset.unknown == [])
    }

    @Test func `A mistake ends a drop-in, and the unit if it is in its file`() throws {
        let found = try read(service("Group=a"), service("User=a/b", "Group=b"))

        #expect(found.settings.group?.value == "a")
        #expect(found.settings.user == nil)
        #expect(
            found.ignored.map(\.description) == [
                "/1:2: the value of `User=` is neither a name nor a number of a user or group"
            ]
        )
        #expect(throws: UnitFileProblem.self) { try read(service("User=a/b")) }
        for line in [
            "User=65535", "Group=-1", "SupplementaryGroups=a ..", "DynamicUser=perhaps",
            "RootDirectory=srv", "WorkingDirectory=srv", "ExecStart=a/b", "ExecStart=/a/",
            "ExecStart=/a \"b", "[Service",
        ] {
            #expect(throws: UnitFileProblem.self, "\(line)") { try read(service(line)) }
        }
        #expect(try read(service("ExecStart=-a/b")).ignored.count == 1)
    }

    @Test func `DynamicUser implies a sandbox, and names itself`() throws {
        let found = try read(service("DynamicUser=yes", "ProtectHome=yes", "ProtectSystem=full"))
            .settings

        #expect(found.user?.value == "demo")
        #expect(found.group?.value == "demo")
        #expect(found.noNewPrivileges?.words == "DynamicUser=yes in /0:2")
        #expect(found.files.privateTmp?.words == "DynamicUser=yes in /0:2")
        #expect(found.files.protectSystem?.value == .strict)
        #expect(found.files.protectSystem?.setting == "DynamicUser=yes")
        #expect(found.files.protectHome?.words == "ProtectHome=yes in /0:3")
        #expect(try read(service("DynamicUser=yes"), name: "a.b.service").settings.user == nil)
    }

    @Test func `Some settings withhold capabilities and imply no_new_privs`() throws {
        let found = try read(
            service(
                "PrivateDevices=yes",
                "ProtectClock=yes",
                "ProtectKernelLogs=no",
                "RestrictRealtime=yes",
                "SystemCallFilter=@system-service",
                "SystemCallFilter=",
                "SystemCallArchitectures=native",
                "RestrictNamespaces=~user",
                "LockPersonality=yes",
                "LockPersonality=no"
            )
        ).settings

        #expect(
            found.withheld.map(\.value) == [
                KernelCapabilitySet([.mknod, .sysRawio]),
                KernelCapabilitySet([.sysTime, .wakeAlarm]),
            ]
        )
        #expect(
            found.impliesNoNewPrivileges.map(\.setting) == [
                "PrivateDevices=yes", "ProtectClock=yes", "RestrictNamespaces=~user",
                "RestrictRealtime=yes", "SystemCallArchitectures=native",
            ]
        )
        #expect(found.unknown == [])
    }

    @Test(arguments: [
        (["~user"], true), (["~user", "user"], false), (["user", ""], false),
        (["yes", "no"], false),
        (["user net ipc uts mnt pid cgroup"], false), (["~"], false), (["no", "~net"], true),
        (["user", "net ipc uts mnt pid cgroup"], false), (["yes", "user"], true),
    ])
    func `All namespaces together restrict nothing`(lines: [String], restricts: Bool) throws {
        let text = lines.map { "RestrictNamespaces=\($0)\n" }
        let found = try read("[Service]\n" + text.joined()).settings

        #expect(found.impliesNoNewPrivileges.isEmpty != restricts)
    }

    @Test(
        arguments: [
            ("SystemCallFilter=@future", .all, .either),
            ("SystemCallErrorNumber=EFUTURE", .all, .either),
            ("SystemCallFilter=~bind:0", .all, .either),
            ("IPAddressDeny=any", .network, .takesAway),
            ("DevicePolicy=closed", .devices, .takesAway),
            ("DevicePolicy=strict", .all, .takesAway), ("CPUAffinity=0", .all, .takesAway),
            ("NUMAPolicy=local", .all, .takesAway), ("NUMAMask=5", .all, .takesAway),
            ("StandardInput=file:/a", .all, .eitherOf(.files)),
            ("StandardError=tty", .all, .eitherOf(.files)),
            ("StandardError=journal+foo", .all, .eitherOf(.files)),
            ("LoadCredential=a:/b", .all, .eitherOf(.files)),
            ("LoadCredential=a:b", .files, .either),
            ("LoadCredentialEncrypted=a:%h/b", .all, .eitherOf(.files)),
            ("RestrictSUIDSGID=yes", .setIDBits, .takesAway),
            ("NetworkNamespacePath=/run/netns/a", .all, .either),
            ("PrivateUsers=self", .all, .either),
            ("ReadOnlyPaths=/srv/%v", .all, .eitherOf(.files)),
            ("BindPaths=/srv/%b:/mnt", .all, .eitherOf(.files)),
            ("TemporaryFileSystem=/%q", .all, .eitherOf(.files)),
            ("StateDirectory=%v", .files, .eitherOf(.files)),
            ("RootImage=/a", .all, .either), ("Wibble=1", .all, .either),
            ("PrivateTmp=disconnected", .all, .either), ("LimitNOFILE=3", .all, .takesAway),
            ("CapabilityBoundingSet=CAP_FUTURE", .all, .either), ("Delegate=", .files, .either),
            ("CapabilityBoundingSet=0x15", .all, .either),
            ("CapabilityBoundingSet=~0b1", .all, .either),
            ("AmbientCapabilities=+5", .all, .either),
            ("RestrictNamespaces=future", .all, .either),
            ("SystemCallArchitectures=future", .all, .either),
            ("SystemCallLog=~@clock", .all, .either),
        ] as [(String, UnknownSetting.Scope, UnknownSetting.Direction)]
    )
    func `A setting that is not modelled is unknown`(
        line: String,
        scope: UnknownSetting.Scope,
        direction: UnknownSetting.Direction
    ) throws {
        let found = try #require(try read(service(line)).settings.unknown.first)

        #expect("\(found.name)=\(found.value)" == line)
        #expect(found.scope == scope)
        #expect(found.direction == direction)
        #expect(found.place == SettingPlace(file: "/0", line: 2))
    }

    @Test(arguments: [
        "PrivateUsers=no", "RestrictRealtime=no", "DevicePolicy=auto", "Slice=system.slice",
        "LimitNOFILE=1024:4096", "LimitFSIZE=infinity", "Type=notify", "Environment=A=b",
        "X-Comment=1", "SystemCallFilter=", "Delegate=no", "StandardInput=null",
        "StandardInput=data", "StandardOutput=journal+console", "StandardError=inherit",
        "CPUAffinity=1\nCPUAffinity=",
        "ExecSearchPath=/a", "PrivateNetwork=yes\nPrivateNetwork=no",
        "IPAddressDeny=any\nIPAddressDeny=", "RestrictSUIDSGID=no", "MountAPIVFS=yes",
        "[Unit]\nJoinsNamespaceOf=a.service", "[Install]\nWantedBy=a", "[X-A]\nWibble=1",
    ])
    func `A setting without effect is not unknown`(lines: String) throws {
        let found = try read(service("ExecStart=/a", lines))

        #expect(found.settings.unknown == [])
        #expect(found.ignored == [])
    }

    @Test(arguments: [
        "[Unit]\nJoinsNamespaceOf=a.service\n[Service]\nPrivateTmp=yes",
        "[Unit]\nJoinsNamespaceOf=a.service\n[Service]\nPrivateNetwork=yes",
        "[Service]\nExecSearchPath=/a\nExecStart=b",
        "[Service]\nMountAPIVFS=no\nRootDirectory=/a",
    ])
    func `Some settings matter only together with others`(text: String) throws {
        #expect(try read(text).settings.unknown.count == 1)
    }
}
