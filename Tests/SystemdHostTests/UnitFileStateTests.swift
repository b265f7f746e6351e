import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `says of a unit's file` {
        let host: SystemdHost
        let bus: SystemBus

        init() throws {
            host = try SystemdHost.shared
            bus = host.makeBus()
        }

        @Test func `that it is enabled and disabled`() async throws {
            try writeInstallable("boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
            try host.run("systemctl", "enable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .enabled)
            #expect(try await bus.unit(named: "boots.service").unitFileState == .enabled)
            try host.run("systemctl", "disable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
        }

        @Test func `what it is now, and not when it was loaded`() async throws {
            try writeInstallable("linked.service")
            try host.run("systemctl", "start", "linked.service")
            #expect(try await bus.unit(named: "linked.service").unitFileState == .disabled)
            // By hand, as the scripts of packages do: systemd is not told.
            try host.run(
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
            try writeInstallable("each@.service")
            #expect(try await bus.unitFileState(of: "each@.service") == .disabled)
        }

        private func writeInstallable(_ name: String) throws {
            try host.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                "[Install]",
                "WantedBy=sysinit.target",
                toUnit: name
            )
        }
    }
}
