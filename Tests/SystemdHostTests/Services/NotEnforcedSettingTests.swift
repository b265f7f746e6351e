import Foundation
import LinuxCapabilities
import ServiceModel
import TestSupport
import Testing

extension `A real systemd` {
    /// Settings that systemd or the kernel may ignore. systemd starts a service with each of them, and the service makes
    /// the call that the setting would refuse.
    @Suite struct `Setting that is not enforced` {
        let host: SystemdHost

        init() async throws { host = try await SystemdHost.shared }

        private struct Trial: Sendable {
            let setting: String
            let question: [String]
            let command: String
        }

        private static func binding(_ port: Int) -> String {
            "python3 -c 'import socket; socket.socket().bind((\"127.0.0.1\", \(port)))'"
        }

        private static let connecting = """
            python3 -c 'import socket; l = socket.socket(); l.bind(("127.0.0.1", 0)); l.listen(); \
            c = socket.socket(); c.settimeout(1); c.connect(l.getsockname())'
            """
        private static let reading = (
            question: ["read", "/etc/hostname"], command: "cat /etc/hostname"
        )

        private static let trials: [Trial] = [
            Trial(
                setting: "SocketBindDeny=any",
                question: ["bind", "tcp:127.0.0.1:8123"],
                command: binding(8123)
            ),
            Trial(
                setting: "RestrictNetworkInterfaces=nosuch",
                question: ["bind", "tcp:127.0.0.1:8124"],
                command: connecting
            ),
            Trial(
                setting: "RestrictFileSystems=sysfs",
                question: reading.question,
                command: reading.command
            ),
            Trial(
                setting: "AppArmorProfile=nosuch",
                question: reading.question,
                command: reading.command
            ),
            Trial(
                setting: "SELinuxContext=nosuch_u:nosuch_r:nosuch_t:s0",
                question: reading.question,
                command: reading.command
            ),
            Trial(
                setting: "SmackProcessLabel=nosuch",
                question: reading.question,
                command: reading.command
            ),
            Trial(
                setting: "ProtectSytem=strict",
                question: ["create", "/usr/not-enforced"],
                command: "touch /usr/not-enforced"
            ),
            Trial(
                setting: "PrivatePIDs=yes",
                question: reading.question,
                command: "\(reading.command) && test $$ != 1"
            ),
            Trial(
                setting: "PrivateTmp=disconnected",
                question: ["read", "/tmp/not-enforced"],
                command: "cat /tmp/not-enforced"
            ),
            Trial(
                setting: "PrivateUsers=identity",
                question: ["create", "/usr/not-enforced-either"],
                command: "touch /usr/not-enforced-either"
            ),
            Trial(
                setting: "RootMStack=/nosuch",
                question: reading.question,
                command: reading.command
            ),
        ]

        @Test func `The call succeeds, and the answer names the setting`() async throws {
            try await host.run("touch", "/tmp/not-enforced")
            for (number, trial) in Self.trials.enumerated() {
                try write("\(trial.command)\n", to: "\(Self.unit(number)).sh")
                let lines = [
                    "[Service]", "Type=oneshot", "ExecStart=/bin/sh \(Self.unit(number)).sh",
                    trial.setting, "",
                ]
                try write(lines.joined(separator: "\n"), to: Self.unit(number))
            }
            try await host.run("systemctl", "daemon-reload")
            var judged = 0
            for (number, trial) in Self.trials.enumerated() {
                let path = Self.unit(number)
                let foretold = try await host.ended(
                    [SystemdHost.program("warrant"), "can", "--strict", "--unit-file", path]
                        + trial.question
                )
                let started = try await host.ended([
                    "systemctl", "start", "not-enforced-\(number).service",
                ])
                // Other systems may enforce it, which this test does not judge.
                guard try await isIgnoredHere(trial.setting) else { continue }
                judged += 1
                #expect(started.status == 0, "\(trial.setting): \(started.output)")
                #expect(foretold.status == 0, "\(foretold.output)")
                let words = foretold.output.split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
                let note = "has \(trial.setting) in \(path):4, which is not enforced: "
                #expect(words.contains(note), "\(words)")
            }
            #expect(judged > 0)
        }

        private static func unit(_ number: Int) -> String {
            "/run/systemd/system/not-enforced-\(number).service"
        }

        private func write(
            _ text: String,
            to path: String,
            on other: SystemdHost? = nil
        ) throws {
            try text.write(toFile: (other ?? host).path(path), atomically: false, encoding: .utf8)
        }

        /// The systemd of Debian 12, with a kernel without AppArmor, SELinux, Smack and BPF as security modules.
        private func isIgnoredHere(_ setting: String) async throws -> Bool {
            let build = try await #require(LiveServiceManager(bus: host.makeBus()).build())
            let modules = LiveServiceManager().kernel(withControlGroups: true).securityModules ?? []
            switch setting.prefix(while: { $0 != "=" }) {
            case "SocketBindDeny", "RestrictNetworkInterfaces":
                return build.features["BPF_FRAMEWORK"] == false
            case "RestrictFileSystems":
                return !modules.contains("bpf") || build.features["BPF_FRAMEWORK"] == false
            case "AppArmorProfile": return !modules.contains("apparmor")
            case "SELinuxContext": return !modules.contains("selinux")
            case "SmackProcessLabel": return !modules.contains("smack")
            case "ProtectSytem": return true
            default: return build.version < 257
            }
        }

        @Test func `IP filters are enforced with control groups of version 2 beside version 1`()
            async throws
        {
            let output = try await host.output(
                ofCommand: ["stat", "--file-system", "--format=%T", "/sys/fs/cgroup/unified"]
            )
            try #require(output == "cgroup2fs")
            let started = try await host.status(
                of: "systemd-run",
                "--wait",
                "--quiet",
                "--property=IPAddressDeny=any",
                "sh",
                "-c",
                Self.connecting
            )
            #expect(started != 0)
            let mine = LiveServiceManager().kernel(withControlGroups: true)
            #expect(mine.hasUnifiedControlGroups == true)
        }

        @Test func `IP filters are not enforced with control groups of version 1`() async throws {
            let host = try await SystemdHost.booted(without: "cgroup2")
            let kind = try await host.output(
                ofCommand: ["stat", "--file-system", "--format=%T", "/sys/fs/cgroup"]
            )
            // Some machines have no version 1.
            guard kind == "tmpfs" else { return }
            let path = "/run/systemd/system/legacy.service"
            try write("\(Self.connecting)\n", to: "/run/legacy.sh", on: host)
            let lines = [
                "[Service]", "Type=oneshot", "ExecStart=/bin/sh /run/legacy.sh",
                "IPAddressDeny=any",
            ]
            try write(lines.joined(separator: "\n") + "\n", to: path, on: host)
            let foretold = try await host.ended([
                SystemdHost.program("warrant"), "can", "--strict", "--unit-file", path, "bind",
                "tcp:127.0.0.1:8126",
            ])
            try await host.run("systemctl", "daemon-reload")
            try await host.run("systemctl", "start", "legacy.service")
            #expect(foretold.status == 0, "\(foretold.output)")
            #expect(foretold.output.contains("IPAddressDeny=any"), "\(foretold.output)")
        }

        /// In a container without CAP_SYS_ADMIN, systemd starts a service without its mounts, or not at all.
        @Test func `Mounts are missing if systemd has no CAP_SYS_ADMIN`() async throws {
            let host = try await SystemdHost.booted(without: "sys_admin")
            let trials: [(settings: [String], question: [String], call: String, status: Int)] = [
                (["ProtectSystem=strict"], ["create", "/usr/a"], "touch /usr/a", 0),
                (["ReadOnlyPaths=/etc"], ["create", "/etc/a"], "touch /etc/a", 0),
                (
                    ["InaccessiblePaths=/etc/hostname"], ["read", "/etc/hostname"],
                    "cat /etc/hostname", 0
                ),
                (["PrivateTmp=yes"], ["read", "/tmp/there"], "cat /tmp/there", 0),
                (["NoExecPaths=/usr/bin"], ["execute", "/usr/bin/true"], "/usr/bin/true", 0),
                (["ProtectHome=yes"], ["list", "/root"], "ls /root", 0),
                (["ReadOnlyPaths=/nosuch"], ["read", "/etc/passwd"], "cat /etc/passwd", 0),
                (["BindPaths=/etc"], ["create", "/etc/b"], "touch /etc/b", 0),
                (
                    ["StateDirectory=own", "User=daemon", "ProtectSystem=strict"],
                    ["create", "/var/lib/own/a"], "touch /var/lib/own/a", 0
                ),
                (
                    ["ProtectSystem=strict", "User=daemon"], ["create", "/usr/b"],
                    "! touch /usr/b", 1
                ),
                (["TemporaryFileSystem=/srv"], ["read", "/etc/passwd"], "true", 226),
                (["BindPaths=/etc:/srv"], ["read", "/etc/passwd"], "true", 226),
                (["RootDirectory=/srv"], ["read", "/etc/passwd"], "true", 226),
                (["DynamicUser=yes"], ["read", "/etc/passwd"], "true", 226),
            ]
            try await host.run("touch", "/tmp/there")
            func path(_ number: Int) -> String { "/run/systemd/system/bare-\(number).service" }
            for (number, trial) in trials.enumerated() {
                try write("\(trial.call)\n", to: "\(path(number)).sh", on: host)
                let lines =
                    ["[Service]", "Type=oneshot", "ExecStart=/bin/sh \(path(number)).sh"]
                    + trial.settings
                try write(lines.joined(separator: "\n") + "\n", to: path(number), on: host)
            }
            try await host.run("systemctl", "daemon-reload")
            for (number, trial) in trials.enumerated() {
                let foretold = try await host.ended(
                    [SystemdHost.program("warrant"), "can", "--unit-file", path(number)]
                        + trial.question
                )
                _ = try await host.status(of: "systemctl", "start", "bare-\(number).service")
                let status = try await host.output(
                    of: "systemctl",
                    "show",
                    "--value",
                    "--property=ExecMainStatus",
                    "bare-\(number).service"
                )
                let words = foretold.output.split(whereSeparator: \.isWhitespace)
                    .joined(separator: " ")
                if trial.status == 226 {
                    #expect(status == "226", "\(trial.settings)")
                    #expect(foretold.status == 2)
                    #expect(words.contains("with status 226/NAMESPACE"), "\(words)")
                } else {
                    #expect(status == "0", "\(trial.settings)")
                    #expect(foretold.status == trial.status, "\(words)")
                    #expect(
                        words.contains("whose mounts are missing: systemd has no CAP_SYS_ADMIN")
                    )
                }
            }
        }

        @Test func `The build is that of systemctl`() async throws {
            let text = try await host.output(of: "systemctl", "--version")
            let build = try #require(SystemdBuild(text))
            #expect(try await LiveServiceManager(bus: host.makeBus()).build() == build)
            #expect(build.features["SECCOMP"] == true)
            #expect(build.features.count > 20)
        }

        /// systemd lists its settings.
        @Test func `Each setting that systemd has is known, and no other`() async throws {
            let text = try await host.output(of: "systemctl", "--version")
            let build = try #require(SystemdBuild(text))
            let dump = try await host.output(
                of: "/lib/systemd/systemd",
                "--dump-configuration-items"
            )
            let lines = dump.split(separator: "\n")
            let start = try #require(lines.firstIndex(of: "[Service]"))
            let names = lines[start...].dropFirst().prefix { !$0.hasPrefix("[") }
                .map { String($0.prefix { $0 != "=" }) }
            try #require(names.count > 200)
            let newer = [
                "ImportCredential", "RootEphemeral", "NFTSet", "DelegateSubgroup", "PrivatePIDs",
                "BindLogSockets", "PrivateBPF", "DelegateNamespaces", "UserNamespacePath",
                "RootMStack", "BindNetworkInterface", "NoSuchSetting",
            ]
            for name in Set(names + newer).sorted() {
                let ignores = try Self.ignores(name, build)
                #expect(ignores == !names.contains(name), "\(name)")
            }
        }

        private static func ignores(_ name: String, _ build: SystemdBuild) throws -> Bool {
            let file = UnitFile(Array("[Service]\n\(name)=1".utf8), at: "/a")
            let service = try #require(ServiceName("a.service"))
            do throws(UnitFileProblem) {
                let found = try SettingsReader(
                    [file],
                    name: service,
                    by: ServiceManager(build: SystemdBuild(version: build.version))
                )
                return found.settingsSoFar.notEnforced.contains { $0.setting.name == name }
            } catch {
                // It is read, and its value has a mistake.
                return false
            }
        }
    }
}
