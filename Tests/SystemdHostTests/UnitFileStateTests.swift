import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `State of a unit file` {
        let host: SystemdHost
        let bus: SystemBus

        init() async throws {
            host = try await SystemdHost.shared
            bus = host.makeBus()
        }

        @Test func `A unit file is enabled and disabled`() async throws {
            try await writeInstallable("boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
            try await host.run("systemctl", "enable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .enabled)
            #expect(try await bus.unit(named: "boots.service").unitFileState == .enabled)
            try await host.run("systemctl", "disable", "boots.service")
            #expect(try await bus.unitFileState(of: "boots.service") == .disabled)
        }

        @Test func `The state of a unit file is current, not as it was loaded`() async throws {
            try await writeInstallable("linked.service")
            try await host.run("systemctl", "start", "linked.service")
            #expect(try await bus.unit(named: "linked.service").unitFileState == .disabled)
            // The link is made by hand, as the scripts of packages do, without notice to systemd.
            try await host.run(
                "ln",
                "--symbolic",
                "/etc/systemd/system/linked.service",
                "/etc/systemd/system/sysinit.target.wants/"
            )
            #expect(try await bus.unit(named: "linked.service").unitFileState == .disabled)
            #expect(try await bus.unitFileState(of: "linked.service") == .enabled)
        }

        @Test func `A missing unit file has no state`() async throws {
            #expect(try await bus.unitFileState(of: "nosuch.service") == nil)
        }

        @Test func `A template has a unit file state`() async throws {
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
