import Capabilities
import Foundation
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `A thousand watchers of a unit` {
        let systemd: SystemdHost

        init() async throws { systemd = try await SystemdHost.shared }

        private func unit(_ name: String, on bus: SystemBus) async throws -> SystemdUnit {
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: name)
            return SystemdUnit(name, on: .live(systemdOn: bus))
        }

        /// Returns the number of match rules on the bus for systemd's announcements about unit files.
        private func matches() async throws -> Int {
            let all = try await systemd.output(
                of: "busctl",
                "call",
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus.Debug.Stats",
                "GetAllMatchRules"
            )
            return all.components(separatedBy: "member=\\'UnitFilesChanged").count
        }

        /// There are more watchers than match rules that a bus allows a connection.
        @Test func `All watchers receive updates over one match rule`() async throws {
            let bus = systemd.makeBus()
            let unit = try await unit("told-many.service", on: bus)
            try await systemd.run("systemctl", "start", unit.unit)
            let before = try await matches()
            let audiences = (1...1000).map { _ in Audience(unit.updates) }
            let active = try await unit.authorizationStatus()
            for audience in audiences { await audience.isTold(active) }
            #expect(try await matches() == before + 1)
            try await systemd.run("systemctl", "kill", "--signal=KILL", unit.unit)
            for audience in audiences {
                await audience.isTold { _, look in
                    (try? look.get())?.activeState == "failed"
                }
            }
            for audience in audiences { #expect(await audience.leave() == nil) }
            // This call is sent after the matches were removed.
            _ = try await bus.unit(named: unit.unit)
            #expect(try await matches() == before)
        }

        @Test func `Ended updates leave no thread or descriptor`() async throws {
            _ = try await unit("told-often.service", on: systemd.makeBus())
            await #expect(processExitsWith: .success) {
                [address = systemd.busAddress as String] in
                let bus = SystemBus(address: address)
                let unit = SystemdUnit("told-often.service", on: .live(systemdOn: bus))
                func listen() async throws {
                    var updates = unit.updates.patient.makeAsyncIterator()
                    _ = try await updates.next()?.get()
                }
                try await listen()
                let before = try Holdings()
                for _ in 1...1000 { try await listen() }
                #expect(try Holdings() == before)
            }
        }
    }
}
