import Foundation
import Testing

extension `A real systemd` {
    @Suite struct `Policy from a unit` {
        private static let warrant = SystemdHost.program("warrant")

        /// systemd grants the running process what each setting gives. Warrant's part is only to ask for it.
        @Test func `A policy from a unit passes lint and holds while it runs`() async throws {
            let systemd = try await SystemdHost.shared
            let script = "echo A=b > /etc/default/started; mkdir -p /srv/started"
            try await systemd.run("sh", "-c", script)
            try await systemd.write(
                "[Socket]",
                "ListenStream=/run/started.sock",
                "ListenStream=127.0.0.1:4480",
                toUnit: "started.socket"
            )
            try await systemd.write(
                "[Unit]",
                "Requires=dbus.socket",
                "BindsTo=dbus.service",
                "Wants=none.service",
                "After=dbus.socket",
                "[Service]",
                // The unit counts as started after its user and its directories exist.
                "Type=exec",
                "ExecStart=/bin/sleep infinity",
                "User=nobody",
                "Group=nogroup",
                "SupplementaryGroups=adm",
                "AmbientCapabilities=CAP_NET_BIND_SERVICE",
                "CapabilityBoundingSet=CAP_NET_BIND_SERVICE CAP_KILL",
                "EnvironmentFile=/etc/default/started",
                "StateDirectory=started",
                "ReadOnlyPaths=/srv/started",
                toUnit: "started.service"
            )
            try await systemd.run("systemctl", "start", "started.socket", "started.service")
            let command = [Self.warrant, "new", "--from-unit", "started.service"]
            let text = try await systemd.output(ofCommand: command)
            for line in Self.lines { #expect(text.contains(line), "\(text)") }
            try text.write(
                toFile: systemd.path("/run/started.yaml"),
                atomically: false,
                encoding: .utf8
            )
            try await systemd.run(Self.warrant, "lint", "/run/started.yaml")
            try await systemd.run(Self.warrant, "check", "/run/started.yaml")
            try await systemd.run("systemctl", "stop", "started.socket", "started.service")
        }

        private static let lines = [
            "#   User=nobody, Group=nogroup, SupplementaryGroups=adm\n",
            "  # ExecStart=\n  - execute: /bin/sleep\n",
            "  # EnvironmentFile=, which systemd reads before the start\n  - read: /etc/default/started\n    as: root\n",
            "  # StateDirectory=\n  - access: /var/lib/started\n    argument: rwx\n",
            "  # AmbientCapabilities=\n  - capability: CAP_NET_BIND_SERVICE\n    in: ambient\n",
            "  # Requires=, After=\n  - unit: dbus.socket\n",
            "  # BindsTo=\n  - unit: dbus.service\n",
            "  # Wants=\n  - unit: none.service\n    severity: advice\n",
            "  # Sockets=\n  - unit: started.socket\n",
            "  # ListenStream=\n  - bind: unix:/run/started.sock\n",
            "  # ListenStream=\n  - bind: tcp:127.0.0.1:4480\n",
            "  # ReadOnlyPaths=\n  - access: /srv/started\n    argument: w\n",
            "      - { capability: CAP_SYS_ADMIN, in: bounding }\n",
        ]

        @Test(arguments: [
            ("nosuch.service", "Unit nosuch.service not found."),
            ("wrongly.service", "Unit wrongly.service has a bad unit file setting."),
        ])
        func `A missing or wrong unit makes no policy`(unit: String, why: String) async throws {
            let systemd = try await SystemdHost.shared
            try await systemd.write("[Service]", "Type=bogus", toUnit: "wrongly.service")
            let script = "\(Self.warrant) new --from-unit \(unit) 2>&1; echo $?"
            #expect(
                try await systemd.output(of: "sh", "-c", script)
                    == "warrant: cannot read `\(unit)`: \(why)\n66"
            )
            // Other tests look at every unit of the host.
            try await systemd.run("rm", "/etc/systemd/system/wrongly.service")
            try await systemd.run("systemctl", "daemon-reload")
        }
    }
}
