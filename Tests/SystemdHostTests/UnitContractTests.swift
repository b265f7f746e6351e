import Capabilities
import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing
import WarrantTesting

extension `A real systemd` {
    @Suite struct `Contract of units` {
        private static let unit = "contract.service"

        @Test func `Running, stopped and missing units keep the contract`() async throws {
            let systemd = try await SystemdHost.shared
            let host = Host.live(systemdOn: systemd.makeBus())
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: Self.unit)
            let contract = CapabilityContract(within: .seconds(600)) {
                SystemdUnit(Self.unit, on: host)
            }
            .unlike(
                SystemdUnit(Self.unit, .inactive, on: host),
                SystemdUnit("nosuch.service", on: host)
            )
            .denied {}
            .authorized { try await systemd.run("systemctl", "start", Self.unit) }
            .denied { try await systemd.run("systemctl", "stop", Self.unit) }
            #expect(await contract.violations() == [])

            let missing = CapabilityContract(within: .seconds(600)) {
                SystemdUnit("nosuch.service", on: host)
            }
            #expect(await missing.denied {}.lookingOnly().violations() == [])
        }

        @Test func `A unit without a bus keeps the contract`() async {
            let bus = SystemBus(address: "unix:path=/nonexistent/bus")
            let unit = SystemdUnit("dbus.service", on: .live(systemdOn: bus))
            let contract = CapabilityContract(unit, within: patience).undetermined {}.lookingOnly()
            #expect(await contract.violations() == [])
        }
    }
}
