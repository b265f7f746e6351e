import ServiceModel
import Testing

@Suite struct `A setting that is not enforced` {
    private static func service(_ lines: [String]) -> UnitFile {
        UnitFile(Array((["[Service]"] + lines).joined(separator: "\n").utf8), at: "/a")
    }

    private static func read(
        _ lines: String...,
        by manager: ServiceManager
    ) throws -> ServiceSettings {
        let name = try #require(ServiceName("a.service"))
        return try SettingsReader([service(lines)], name: name, by: manager).settingsSoFar
    }

    private static func build(_ text: String) -> ServiceManager {
        ServiceManager(build: SystemdBuild(text))
    }

    /// Each setting with the first version that has it.
    @Test(arguments: [
        ("ProtectClock=yes", 245), ("ProtectProc=invisible", 247), ("NoExecPaths=/tmp", 248),
        ("SocketBindDeny=any", 249), ("RestrictFileSystems=ext4", 250),
        ("ExtensionDirectories=/x", 251), ("ImportCredential=*", 254),
        ("NFTSet=user:inet:a:b", 255),
        ("PrivatePIDs=yes", 257), ("PrivateTmp=disconnected", 257), ("PrivateUsers=identity", 257),
        ("ProtectControlGroups=strict", 257), ("PrivateBPF=yes", 258), ("PrivateUsers=full", 258),
        ("ProtectHostname=private", 258), ("ProtectHostname=yes:a", 258),
        ("UserNamespacePath=/x", 259), ("RootMStack=/x", 260), ("PrivateUsers=managed", 260),
    ])
    func `A version before the first ignores it, and that version does not`(
        line: String,
        first: Int
    ) throws {
        let name = line.prefix { $0 != "=" }
        let older = try Self.read(line, by: Self.build("\(first - 1)"))
        #expect(older.notEnforced.map(\.setting.name) == [String(name)])
        #expect(older.notEnforced.first?.cause == .version(first - 1, since: first))
        #expect(older.notEnforced.first?.isAssumed == false)
        #expect(older.unknown == [])
        var rest = older
        rest.notEnforced = []
        #expect(rest == ServiceSettings())

        let newer = try Self.read(line, by: Self.build("\(first)"))
        #expect(newer.notEnforced == [])
        #expect(newer != ServiceSettings())
    }

    @Test func `A name that no version has is ignored by the known ones`() throws {
        for version in [252, 261] {
            let found = try Self.read("ProtectSytem=strict", by: Self.build("\(version)"))
            #expect(found.notEnforced.map(\.cause) == [.version(version, since: nil)])
            #expect(found.unknown == [])
        }
        let newer = try Self.read("ProtectSytem=strict", by: Self.build("262"))
        #expect(newer.notEnforced == [])
        #expect(newer.unknown.map(\.name) == ["ProtectSytem"])
    }

    @Test func `Without a known build, version 252 is assumed for newer settings`() throws {
        for line in ["PrivatePIDs=yes", "PrivateTmp=disconnected", "ProtectSytem=strict"] {
            let found = try Self.read(line, by: ServiceManager())
            #expect(found.notEnforced.map(\.isAssumed) == [true])
            #expect(found.isBuildDecisive)
        }
    }

    @Test func `An earlier line keeps its value, and a later one ends the note`() throws {
        let manager = Self.build("252")
        let first = try Self.read("PrivateTmp=yes", "PrivateTmp=disconnected", by: manager)
        #expect(first.files.privateTmp?.value == true)
        #expect(first.notEnforced.map(\.setting.place.line) == [3])
        let last = try Self.read("PrivateTmp=disconnected", "PrivateTmp=no", by: manager)
        #expect(last.files.privateTmp?.value == false)
        #expect(last.notEnforced == [])
    }

    @Test func `What would have no effect is not noted`() throws {
        let manager = Self.build("252 -BPF_FRAMEWORK")
        let found = try Self.read(
            "PrivatePIDs=no",
            "RootEphemeral=off",
            "SocketBindDeny=any",
            "SocketBindDeny=",
            "MemoryTHP=",
            "LogFilterPatterns=x",
            by: manager
        )
        #expect(found.notEnforced == [])
        #expect(found.unknown == [])
    }

    @Test(arguments: [
        ("SocketBindDeny=tcp:80", "BPF_FRAMEWORK"),
        ("RestrictNetworkInterfaces=lo", "BPF_FRAMEWORK"),
        ("RestrictFileSystems=ext4", "BPF_FRAMEWORK"), ("AppArmorProfile=a", "APPARMOR"),
        ("SELinuxContext=a", "SELINUX"), ("SmackProcessLabel=a", "SMACK"), ("PAMName=a", "PAM"),
        ("SystemCallFilter=@system-service", "SECCOMP"),
        ("RestrictAddressFamilies=AF_UNIX", "SECCOMP"),
    ])
    func `A build without the feature ignores it`(line: String, feature: String) throws {
        let without = try Self.read(line, by: Self.build("252 -\(feature)"))
        #expect(without.notEnforced.map(\.cause) == [.feature(feature)])
        #expect(without.unknown == [] && without.labels == [])
        #expect(without.impliesNoNewPrivileges == [])
        for build in ["252 +\(feature)", "252"] {
            let with = try Self.read(line, by: Self.build(build))
            #expect(with.notEnforced == [])
            #expect(with != ServiceSettings())
        }
    }

    @Test(arguments: [
        ("AppArmorProfile=a", "apparmor"), ("SELinuxContext=a", "selinux"),
        ("SmackProcessLabel=a", "smack"), ("RestrictFileSystems=ext4", "bpf"),
    ])
    func `It needs its security module`(line: String, module: String) throws {
        let active = try Self.read(line, by: ServiceManager(securityModules: [module]))
        #expect(active.notEnforced == [])
        #expect(active.isBuildDecisive)
        let unknown = try Self.read(line, by: ServiceManager())
        #expect(unknown.notEnforced == [])
        let without = try Self.read(line, by: ServiceManager(securityModules: ["landlock"]))
        #expect(without.notEnforced.map(\.cause) == [.securityModule(module)])
        #expect(!without.isBuildDecisive)
    }

    @Test(arguments: [
        "IPAddressDeny=any", "IPIngressFilterPath=/x", "IPEgressFilterPath=/x",
        "SocketBindDeny=any", "RestrictNetworkInterfaces=lo", "RestrictFileSystems=ext4",
    ])
    func `It needs control groups of version 2`(line: String) throws {
        let legacy = try Self.read(line, by: ServiceManager(hasUnifiedControlGroups: false))
        #expect(legacy.notEnforced.map(\.cause) == [.controlGroups])
        let unified = try Self.read(line, by: ServiceManager(hasUnifiedControlGroups: true))
        #expect(unified.notEnforced == [])
    }

    @Test(arguments: [
        "User=web", "ProtectSystem=strict", "ProtectClock=yes", "SystemCallFilter=@system-service",
        "IPAddressDeny=any", "PAMName=login", "RestartMode=direct", "ProtectProc=invisible",
        "NoExecPaths=/tmp",
    ])
    func `Most settings do not depend on the build`(line: String) throws {
        #expect(try !Self.read(line, by: ServiceManager()).isBuildDecisive)
    }

    @Test func `A label has its specifiers replaced, and the last one counts`() throws {
        let found = try Self.read(
            "AppArmorProfile=a",
            "SELinuxContext=%p_t",
            "AppArmorProfile=-%N",
            "SmackProcessLabel=x",
            "SmackProcessLabel=",
            by: ServiceManager()
        )
        #expect(found.labels.map(\.value) == [.init(.seLinux, "a_t"), .init(.appArmor, "a")])
        #expect(found.labels.last?.words == "AppArmorProfile=-%N in /a:4")
    }
}
