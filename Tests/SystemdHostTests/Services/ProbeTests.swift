import Foundation
import TestSupport
import Testing

extension `A real systemd` {
    /// `--probe`: systemd starts the program itself with the settings of a service.
    @Suite struct `Probe of a service` {
        private let host: SystemdHost

        init() async throws {
            host = try await SystemdHost.shared
            let policy = """
                warrant: 1
                name: p
                require:
                - read: /etc/passwd
                - create: /tmp/probe
                - capability: CAP_NET_BIND_SERVICE
                - { bind: "tcp:80", as: { user: root } }
                - bind: "tcp:80"
                forbid:
                - read: /etc/shadow
                - create: /etc/x
                - capability: CAP_SYS_ADMIN
                - connect: "tcp:127.0.0.1:9"
                - unit: nosuch.service
                """
            try host.write(policy, to: "/etc/probe.yaml")
        }

        private static let sandbox = [
            "User=nobody", "ProtectSystem=strict", "PrivateTmp=yes", "ProtectHome=yes",
            "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged @resources",
            "MemoryDenyWriteExecute=yes", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
            "AmbientCapabilities=CAP_NET_BIND_SERVICE",
        ]

        @Test func `Each answer is the same in a unit with the same settings`() async throws {
            let file = try service("same", Self.sandbox)
            let ended = try await check("--unit-file", file)
            #expect(ended.status == 0, "\(ended)")
            // The requirement with a subject of its own is not about the service.
            #expect(
                ended.words.contains("--probe: 9 of 9 answers are the same in a unit of its own")
            )
            #expect(!ended.words.contains("in a unit of its own:"))
        }

        @Test func `A loaded service is probed with its drop-ins and its name`() async throws {
            let path = try service("named", Self.sandbox + ["ReadOnlyPaths=-/tmp/%p"])
            try host.write("[Service]\nUser=daemon\nLogsDirectory=%N\n", to: "\(path).d/10.conf")
            try await host.run("systemctl", "daemon-reload")
            let ended = try await check("--unit", "probe-named.service", "--restarted")
            #expect(ended.status == 0, "\(ended)")
            let instead =
                "LogsDirectory=%N in \(path).d/10.conf:3 is BindPaths=-/var/log/probe-named"
            #expect(ended.words.contains(instead), "\(ended.words)")
        }

        @Test func `An answer that differs is shown, and the policy is not known`() async throws {
            // A live service has the directory, and the probe does not make it.
            let file = try service("state", Self.sandbox + ["StateDirectory=probe-state"])
            try host.write(
                "warrant: 1\nname: s\nrequire: [{ create: /var/lib/probe-state/x }]\n",
                to: "/etc/state.yaml"
            )
            let ended = try await check("--unit-file", file, policy: "/etc/state.yaml")
            #expect(ended.status == 2, "\(ended)")
            #expect(
                ended.words.contains(
                    "in a unit of its own: it does not hold: /var/lib/probe-state does not exist"
                ),
                "\(ended.words)"
            )
            #expect(
                ended.words.contains("0 of 1 answers are the same in a unit of its own; 1 differs")
            )
            #expect(try await host.status(of: "test", "-e", "/var/lib/probe-state") == 1)
        }

        @Test(arguments: [
            ("User=nosuch", "systemd did not start the program: status 217/USER", 2),
            ("RootDirectory=/srv", "systemd did not start the program: status 203/EXEC", 2),
            ("BindPaths=/nosuch", "systemd did not start the program: status 226/NAMESPACE", 2),
            // Without calls, the service can do nothing that is required.
            ("SystemCallFilter=read", "a filter of the service ended the program with SIGSYS", 1),
        ])
        func `A unit in which this program does not run has no answers`(
            setting: String,
            problem: String,
            status: Int
        ) async throws {
            let file = try service("none", ["User=nobody"])
            let ended = try await check("--unit-file", file, "--set-unit", setting)
            #expect(ended.status == status, "\(ended)")
            #expect(ended.words.contains("--probe has no answers: \(problem)"), "\(ended.words)")
        }

        @Test func `Nothing is left of a probe, also of one that fails`() async throws {
            let file = try service("left", ["User=nobody"])
            _ = try await check("--unit-file", file)
            _ = try await check("--unit-file", file, "--set-unit", "User=nosuch")
            let units = try await host.output(
                of: "systemctl",
                "list-units",
                "--all",
                "--plain",
                "--no-legend",
                "warrant-probe-*"
            )
            #expect(units == "")
            let left = try await host.output(of: "find", "/run/systemd", "-name", "warrant-probe-*")
            #expect(left == "")
        }

        /// The program that systemd starts looks at the directory in which its unit was. It can be removed only if it is
        /// empty.
        @Test func `The files of the unit are gone when its program runs`() async throws {
            let other = try await SystemdHost.booted()
            let (unit, folder) = ("/etc/systemd/system/gone.service", "/run/systemd/system")
            try other.write("[Service]\nExecStart=/bin/true\n", to: unit)
            try other.write(
                "warrant: 1\nname: g\nrequire: [{ delete: \(folder) }]\n",
                to: "/etc/g.yaml"
            )
            try await other.run("find", folder, "-mindepth", "1", "-delete")
            let found = try await other.warrant([
                "check", "--probe", "--unit-file", unit, "/etc/g.yaml",
            ])
            #expect(found.words.contains("1 of 1 answers are the same"), "\(found.words)")
            #expect(found.status == 0)
        }

        /// A filter of the first refuses openat2(2), which the third implies.
        @Test(arguments: [
            "RestrictSUIDSGID=yes", "RestrictSUIDSGID=yes SystemCallFilter=@system-service",
            "DynamicUser=yes", "PrivateDevices=yes",
        ])
        func `A service with a filter of its own is probed`(settings: String) async throws {
            let policy = """
                warrant: 1
                name: d
                require: [{ read: /etc/passwd }, { create: /tmp/new }]
                forbid: [{ read: /etc/shadow }, { create: /etc/new }, { bind: "tcp:80" }]
                """
            try host.write(policy, to: "/etc/dynamic.yaml")
            let lines = settings.split(separator: " ").map(String.init)
            let user = settings == "DynamicUser=yes" ? [] : ["User=nobody"]
            let name = settings.lowercased().filter(\.isLetter)
            let file = try service(name, lines + user)
            let ended = try await check("--unit-file", file, policy: "/etc/dynamic.yaml")
            #expect(ended.words.contains("--probe: 5 of 5 answers are the same"), "\(ended)")
            #expect(ended.status == 0, "\(ended)")
        }

        /// The rules answer about a Unix socket there too, and do not know the filter.
        @Test func `A yes that the filter may refuse is not known`() async throws {
            let file = try service(
                "family",
                [
                    "User=nobody", "RestrictAddressFamilies=AF_INET AF_INET6",
                    "SystemCallFilter=~socketpair",
                ]
            )
            try host.write(
                "warrant: 1\nname: f\nforbid: [{ bind: \"unix:/tmp/s\" }]\n",
                to: "/etc/family.yaml"
            )
            let ended = try await check("--unit-file", file, policy: "/etc/family.yaml")
            #expect(ended.words.contains("and the filter may refuse it"), "\(ended)")
            #expect(ended.words.contains("0 of 1 answers are the same"), "\(ended)")
            #expect(ended.words.contains("1 is not known"), "\(ended)")
            #expect(ended.status == 2)
        }

        @Test func `A configuration directory stays writable`() async throws {
            let file = try service(
                "config",
                [
                    "ProtectSystem=strict", "CapabilityBoundingSet=",
                    "ConfigurationDirectory=probe-config",
                ]
            )
            try await host.run("mkdir", "/etc/probe-config")
            try host.write(
                "warrant: 1\nname: c\nrequire: [{ create: /etc/probe-config/x }]\n",
                to: "/etc/config.yaml"
            )
            let ended = try await check("--unit-file", file, policy: "/etc/config.yaml")
            #expect(ended.words.contains("1 of 1 answers are the same"), "\(ended)")
            #expect(ended.status == 0)
        }

        @Test func `A directory of the service is shown where the service sees it`() async throws {
            let file = try service(
                "seen",
                ["User=nobody", "TemporaryFileSystem=/var/lib", "StateDirectory=probe-seen"]
            )
            try await host.run("install", "--directory", "--owner=nobody", "/var/lib/probe-seen")
            try host.write(
                "warrant: 1\nname: s\nrequire: [{ search: /var/lib/probe-seen }]\n",
                to: "/etc/seen.yaml"
            )
            let ended = try await check("--unit-file", file, policy: "/etc/seen.yaml")
            #expect(ended.words.contains("1 of 1 answers are the same"), "\(ended)")
            #expect(ended.status == 0)
        }

        @Test func `Drop-ins for several units count once, and their commands do not run`()
            async throws
        {
            let drop = "[Service]\nCapabilityBoundingSet=~CAP_SYS_ADMIN\nRemainAfterExit=yes\n"
            for folder in ["service.d", "warrant-.service.d"] {
                try host.write(
                    drop + "ExecStartPost=+/bin/touch /run/probe-\(folder)\n",
                    to: "/run/systemd/system/\(folder)/zzzz.conf"
                )
            }
            let file = try service("shared", ["CapabilityBoundingSet=CAP_NET_BIND_SERVICE"])
            try host.write(
                "warrant: 1\nname: s\nforbid: [{ capability: CAP_SYS_PTRACE }]\n",
                to: "/etc/shared.yaml"
            )
            let ended = try await check("--unit-file", file, policy: "/etc/shared.yaml")
            try await host.run(
                "rm",
                "-r",
                "/run/systemd/system/service.d",
                "/run/systemd/system/warrant-.service.d"
            )
            try await host.run("systemctl", "daemon-reload")
            #expect(ended.status == 0, "\(ended)")
            let made = try await host.output(of: "find", "/run", "-name", "probe-*service.d")
            #expect(made == "")
        }

        @Test func `A unit file that others could write is not started`() async throws {
            let file = try service("open", Self.sandbox)
            try await host.run("chmod", "666", file)
            let ended = try await check("--unit-file", file)
            #expect(ended.status == 2, "\(ended)")
            #expect(
                ended.words.contains("--probe has no answers: \(file) decides what runs as root")
            )
        }

        @Test func `Only root probes`() async throws {
            let file = try service("root", ["User=nobody"])
            let ended = try await host.ended(
                [
                    "setpriv", "--reuid", "1", "--clear-groups", SystemdHost.program("warrant"),
                    "check",
                ]
                    + ["--probe", "--unit-file", file, "/etc/probe.yaml"]
            )
            #expect(
                ended.output.contains(
                    "--probe has no answers: only root may start a unit; run this as root"
                )
            )
        }

        @Test func `Settings of harden are verified by systemd`() async throws {
            let file = try service(
                "hard",
                ["User=nobody", "AmbientCapabilities=CAP_NET_BIND_SERVICE"]
            )
            let command = [
                SystemdHost.program("warrant"), "harden", "--probe", "--unit-file", file,
            ]
            let ended = try await host.ended(command + ["/etc/probe.yaml"])
            #expect(ended.status == 0, "\(ended)")
            #expect(
                ended.output.contains(
                    "# systemd started warrant with them, and got the same answers there.\n[Service]"
                )
            )
            #expect(ended.output.contains("#   ProcSubset=pid in --set-unit:"), "\(ended.output)")
            // An earlier drop-in of this name is replaced, also in the unit.
            try host.write(
                "[Service]\nInaccessiblePaths=/etc/passwd\n",
                to: "\(file).d/zz-harden.conf"
            )
            let json = try await host.ended(command + ["--format", "json", "/etc/probe.yaml"])
            #expect(json.status == 0, "\(json.output.prefix(2000))")
            #expect(json.output.contains("\"comparison\" : \"same\""))
        }

        // MARK: Helpers

        private func service(_ name: String, _ settings: [String]) throws -> String {
            let path = "/etc/systemd/system/probe-\(name).service"
            let lines = ["[Service]", "ExecStart=/bin/sleep infinity"] + settings
            try host.write(lines.map { $0 + "\n" }.joined(), to: path)
            return path
        }

        /// Returns the report in one line.
        private func check(
            _ options: String...,
            policy: String = "/etc/probe.yaml"
        ) async throws -> (status: Int, words: String) {
            try await host.warrant(["check", "--probe"] + options + [policy])
        }
    }
}
