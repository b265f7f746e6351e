import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `says of a unit's file` {
        let host: SystemdHost
        let bus: SystemBus

        init() async throws {
            host = try await SystemdHost.shared
            bus = host.makeBus()
        }

        @Test func `that it is enabled and disabled`() async throws {
            try await writeInstallable("boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
            try await host.run("systemctl", "enable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .enabled)
            #expect(try await bus.unit(named: "boots.service").unitFileState == .enabled)
            try await host.run("systemctl", "disable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
        }

        @Test func `what it is now, and not when it was loaded`() async throws {
            try await writeInstallable("linked.service")
            try await host.run("systemctl", "start", "linked.service")
            #expect(try await bus.unit(named: "linked.service").unitFileState == .disabled)
            // By hand, as the scripts of packages do: systemd is not told.
            try await host.run(
                "ln",
                "--symbolic",
                "/etc/systemd/system/linked.service",
                "/etc/systemd/system/sysinit.target.wants/"
            )
            #expect(try await bus.unit(named: "linked.service").unitFileState == .disabled)
            #expect(try await bus.unitFileState(of: "linked.service") == .enabled)
        }

        @Test func `that there is none`() async throws {
            #expect(try await bus.unitFileState(of: "nosuch.service") == nil)
        }

        @Test func `that it is a template`() async throws {
            try await writeInstallable("each@.service")
            #expect(try await bus.unitFileState(of: "each@.service") == .disabled)
        }

        private func writeInstallable(_ name: String) async throws {
            try await host.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                "[Install]",
                "WantedBy=sysinit.target",
                toUnit: name
            )
        }
    }
}
