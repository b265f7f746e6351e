import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

extension `A real systemd` {
    /// systemd's own signals decide. If a signal is missed, a test waits until its time limit.
    @Suite struct `Updates of a unit` {
        let systemd: SystemdHost
        let bus: SystemBus
        let host: Host

        init() async throws {
            systemd = try await SystemdHost.shared
            bus = systemd.makeBus()
            host = Host.live(systemdOn: bus)
        }

        private static let folder = "/usr/lib/systemd/system"

        private func write(_ unit: String, _ lines: String...) async throws {
            try await systemd.write(
                (["[Service]"] + lines + ["[Install]", "WantedBy=sysinit.target"])
                    .joined(separator: "\n"),
                toUnit: unit,
                // A unit in the administrator's directory cannot be masked.
                in: Self.folder
            )
        }

        private func systemctl(_ words: String...) -> (String, () async throws -> Void) {
            let line = (["systemctl"] + words).joined(separator: " ")
            return (line, { [systemd] in try await systemd.run("sh", "-c", line) })
        }

        /// Makes each change after the one before it was reported.
        private func expect(
            _ unit: SystemdUnit,
            toTell changes: [(String, () async throws -> Void)],
            _ audience: Audience<SystemdUnitStatus>
        ) async throws {
            for (name, change) in changes {
                let before = try await unit.authorizationStatus()
                await audience.isTold(before)
                try await change()
                let after = try await unit.authorizationStatus()
                #expect(before != after, "\(name)")
                await audience.isTold(after)
            }
        }

        @Test(arguments: [SystemdUnit.State.active, .enabled])
        func `Updates report each change of a unit and of its file`(
            state: SystemdUnit.State
        ) async throws {
            let name = "told-\(state.rawValue).service"
            try await write(name, "ExecStart=/bin/sleep infinity")
            let unit = SystemdUnit(name, state, on: host)
            let audience = Audience(unit.updates)
            try await expect(
                unit,
                toTell: [
                    systemctl("start", name), systemctl("stop", name),
                    systemctl("enable", name), systemctl("disable", name),
                    systemctl("mask", name), systemctl("unmask", name),
                    (
                        "remove",
                        {
                            try await systemd.run("rm", "\(Self.folder)/\(name)")
                            try await systemd.run("systemctl", "daemon-reload")
                        }
                    ),
                ],
                audience
            )
            #expect(try audience.statuses().last?.loadState == "not-found")
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report a failure and its reset`() async throws {
            try await write("told-fails.service", "Type=oneshot", "ExecStart=/bin/false")
            let unit = SystemdUnit("told-fails.service", .failed, on: host)
            let audience = Audience(unit.updates)
            try await expect(
                unit,
                toTell: [
                    (
                        "fail",
                        { _ = try await systemd.status(of: "systemctl", "start", unit.unit) }
                    ),
                    systemctl("reset-failed", unit.unit),
                ],
                audience
            )
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report a unit that hangs and then stops`() async throws {
            try await write("told-hangs.service", "Type=oneshot", "ExecStart=/bin/sleep infinity")
            let unit = SystemdUnit("told-hangs.service", on: host)
            let audience = Audience(unit.updates)
            try await audience.isTold(unit.authorizationStatus())
            // The command ends before the unit begins to start.
            try await systemd.run("systemctl", "start", "--no-block", unit.unit)
            await audience.isTold { _, look in (try? look.get())?.activeState == "activating" }
            try await expect(unit, toTell: [systemctl("stop", unit.unit)], audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates of an alias report changes of its unit`() async throws {
            try await write("told-real.service", "ExecStart=/bin/sleep infinity")
            let link = "/etc/systemd/system/told-alias.service"
            try await systemd.run("ln", "--symbolic", "told-real.service", link)
            try await systemd.run("systemctl", "daemon-reload")
            let unit = SystemdUnit("told-alias.service", on: host)
            let audience = Audience(unit.updates)
            try await expect(
                unit,
                toTell: [
                    systemctl("start", "told-real.service"),
                    systemctl("stop", "told-real.service"),
                ],
                audience
            )
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates continue after systemd executes itself again`() async throws {
            try await write("told-anew.service", "ExecStart=/bin/sleep infinity")
            let unit = SystemdUnit("told-anew.service", on: host)
            let audience = Audience(unit.updates)
            try await audience.isTold(unit.authorizationStatus())
            try await systemd.run("systemctl", "daemon-reexec")
            try await systemd.run("systemctl", "start", unit.unit)
            try await systemd.awaitBus()
            try await audience.isTold(unit.authorizationStatus())
            try await expect(unit, toTell: [systemctl("stop", unit.unit)], audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report the current state when the bus is back`() async throws {
            try await write("told-killed.service", "ExecStart=/bin/sleep infinity")
            let unit = SystemdUnit("told-killed.service", on: host)
            let audience = Audience(unit.updates)
            try await audience.isTold(unit.authorizationStatus())
            // systemd sends its signals to all or to none. No other process may subscribe for us.
            try await systemd.run("systemctl", "stop", "systemd-logind.service")
            try await systemd.run("systemctl", "stop", "dbus.socket", "dbus.service")
            await audience.isTold { _, look in (try? look.get()) == nil }
            // systemctl uses systemd's own socket, so no listener on a bus hears of it.
            try await systemd.run("systemctl", "start", unit.unit)
            let count = audience.told.count
            try await systemd.run("systemctl", "start", "dbus.socket")
            try await systemd.awaitBus()
            try await audience.isTold(unit.authorizationStatus())
            let statuses = audience.told.dropFirst(count).compactMap { try? $0.get().activeState }
            #expect(statuses.first == "active")
            try await expect(unit, toTell: [systemctl("stop", unit.unit)], audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates look once for each change, although a look loads the unit`()
            async throws
        {
            try await write("told-unloaded.service", "ExecStart=/bin/true")
            for name in ["told-unloaded.service", "told-nosuch.service"] {
                let unit = SystemdUnit(name, on: host)
                let audiences = (1...10).map { _ in Audience(unit.updates) }
                for audience in audiences {
                    try await audience.isTold(unit.authorizationStatus())
                }
                // Each call loads and drops the unit, far more often than the updates check it.
                for _ in 1...100 { _ = try await unit.authorizationStatus() }
                for audience in audiences {
                    #expect(audience.told.count < 10)
                    #expect(await audience.leave() == nil)
                }
            }
        }

        @Test func `Updates of an invalid name report once and end`() async {
            let audience = Audience(SystemdUnit("nosuch", on: host).updates)
            #expect(
                await audience.end()?.description == "further changes are not announced; "
                    + "`the watch for changes` has failed: "
                    + "`nosuch` does not end in a unit type; write `nosuch.service`"
            )
            #expect(audience.told.count == 1)
        }

        @Test func `Work that needs a unit is cancelled when the unit stops`() async throws {
            try await write("told-needed.service", "ExecStart=/bin/sleep infinity")
            try await systemd.run("systemctl", "start", "told-needed.service")
            let unit = SystemdUnit("told-needed.service", on: host)
            let outcome = try await outcome(ofServingWhile: unit) {
                try await systemd.run("systemctl", "stop", "told-needed.service")
            }
            #expect(
                "\(outcome)".hasPrefix(
                    "cancelled: `serve` was cancelled; `told-needed.service` is "
                )
            )
        }
    }
}
