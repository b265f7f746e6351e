import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `Facts of a unit` {
        let host: SystemdHost
        let bus: SystemBus

        init() async throws {
            host = try await SystemdHost.shared
            bus = host.makeBus()
        }

        @Test func `A missing unit has the load state not-found`() async throws {
            let unit = try await bus.unit(named: "nosuch.service")
            #expect(unit.id == "nosuch.service")
            #expect(unit.names == ["nosuch.service"])
            #expect(unit.loadState == .notFound)
            #expect(unit.loadError == "Unit nosuch.service not found.")
            #expect(unit.activeState == .inactive)
            #expect(unit.subState == "dead")
            #expect(unit.unitFileState == nil)
            #expect(unit.mainPID == nil)
            #expect(unit.job == nil)
        }

        @Test func `A unit shows its start, main process and stop`() async throws {
            try await host.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: "runs.service"
            )
            let before = try await bus.unit(named: "runs.service")
            #expect(before.loadState == .loaded)
            #expect(before.loadError == nil)
            #expect(before.activeState == .inactive)
            #expect(before.unitFileState == .static)

            try await host.run("systemctl", "start", "runs.service")
            let started = try await bus.unit(named: "runs.service")
            #expect(started.activeState == .active)
            #expect(started.subState == "running")
            #expect(started.result == "success")
            let pid = try #require(started.mainPID)
            let group = try #require(started.controlGroup)
            #expect(group.hasSuffix("/system.slice/runs.service"))
            try await host.run("grep", "--quiet", ":\(group)$", "/proc/\(pid)/cgroup")
            try await host.run("grep", "--quiet", "^sleep$", "/proc/\(pid)/comm")

            try await host.run("systemctl", "stop", "runs.service")
            let stopped = try await bus.unit(named: "runs.service")
            #expect(stopped.activeState == .inactive)
            #expect(stopped.subState == "dead")
            #expect(stopped.mainPID == nil)
            #expect(stopped.controlGroup == nil)
        }

        @Test func `A failed unit shows its result`() async throws {
            try await host.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/false",
                toUnit: "fails.service"
            )
            #expect(try await host.status(of: "systemctl", "start", "fails.service") == 1)
            let unit = try await bus.unit(named: "fails.service")
            #expect(unit.activeState == .failed)
            #expect(unit.subState == "failed")
            #expect(unit.result == "exit-code")
        }

        @Test func `A masked unit has the load state masked`() async throws {
            try await host.run("systemctl", "mask", "hidden.service")
            let unit = try await bus.unit(named: "hidden.service")
            #expect(unit.loadState == .masked)
            #expect(unit.loadError == "Unit hidden.service is masked.")
            #expect(unit.unitFileState == .masked)
            #expect(try await bus.unitFileState(of: "hidden.service") == .masked)
        }

        @Test func `A unit with a wrong file has the load state bad-setting`() async throws {
            try await host.write("[Service]", "Type=bogus", toUnit: "wrong.service")
            let unit = try await bus.unit(named: "wrong.service")
            #expect(unit.loadState == .badSetting)
            #expect(unit.loadError == "Unit wrong.service has a bad unit file setting.")
        }

        @Test func `A unit that is about to change has a job`() async throws {
            try await host.write(
                "[Service]",
                "Type=oneshot",
                "ExecStart=/bin/sleep infinity",
                "TimeoutStopSec=1",
                toUnit: "waits.service"
            )
            try await host.run("systemctl", "start", "--no-block", "waits.service")
            let unit = try await bus.unit(named: "waits.service")
            #expect(unit.job != nil)
            try await host.run("systemctl", "stop", "waits.service")
            #expect(try await bus.unit(named: "waits.service").job == nil)
        }

        @Test func `Instances of a template are separate units`() async throws {
            try await host.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: "many@.service"
            )
            try await host.run("systemctl", "start", "many@one.service")
            #expect(try await bus.unit(named: "many@one.service").activeState == .active)
            #expect(try await bus.unit(named: "many@two.service").activeState == .inactive)
            #expect(try await bus.unit(named: "many@two.service").loadState == .loaded)
            await #expect(throws: InvalidUnitName("many@.service", .template)) {
                try await bus.unit(named: "many@.service")
            }
        }

        @Test func `A socket, a mount and a slice have states of their own`() async throws {
            #expect(try await bus.unit(named: "dbus.socket").result == "success")
            #expect(try await bus.unit(named: "-.mount").subState == "mounted")
            #expect(try await bus.unit(named: "system.slice").result == nil)
        }

        @Test func `A unit has its own name if its alias is requested`() async throws {
            try await host.write(
                "[Service]",
                "ExecStart=/bin/true",
                "[Install]",
                "Alias=nickname.service",
                toUnit: "named.service"
            )
            try await host.run("systemctl", "enable", "named.service")
            let unit = try await bus.unit(named: "nickname.service")
            #expect(unit.id == "named.service")
            #expect(Set(unit.names) == ["named.service", "nickname.service"])
        }
    }
}
