import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

extension `A real systemd` {
    /// A real dbus-daemon and its services decide.
    @Suite struct `Names on the bus` {
        /// polkit, which the bus starts on demand.
        private static let polkit = "org.freedesktop.PolicyKit1"
        private static let broken = "org.example.broken"

        let systemd: SystemdHost
        let host: LinuxCapabilities.Host

        init() async throws {
            systemd = try await SystemdHost.shared
            host = .live(systemdOn: systemd.makeBus())
        }

        private func name(_ name: String, _ state: BusName.State = .owned) -> BusName {
            BusName(name, state, on: host)
        }

        private func codes(_ name: BusName) async -> [String] {
            await name.verdict().reasons.map(\.code.rawValue)
        }

        /// Gives the bus a service that never starts.
        private func installBroken() async throws {
            let file = "/usr/share/dbus-1/system-services/\(Self.broken).service"
            let text = "[D-BUS Service]\\nName=\(Self.broken)\\nExec=/bin/false\\nUser=root\\n"
            try await systemd.run("sh", "-c", "printf '\(text)' >\(file)")
            try await systemd.run("systemctl", "reload", "dbus.service")
        }

        private func removeBroken() async throws {
            try await systemd.run(
                "rm",
                "-f",
                "/usr/share/dbus-1/system-services/\(Self.broken).service"
            )
            try await systemd.run("systemctl", "reload", "dbus.service")
        }

        @Test func `A look tells owned, startable and missing names apart, and starts nothing`()
            async throws
        {
            try await systemd.run("systemctl", "stop", "polkit.service")
            #expect(await codes(name("org.freedesktop.systemd1")) == ["bus-name-owned"])
            #expect(await codes(name("org.freedesktop.DBus")) == ["bus-name-owned"])
            #expect(await codes(name("org.example.nosuch", .available)) == ["bus-name-missing"])
            for _ in 1...2 {
                #expect(await codes(name(Self.polkit)) == ["bus-name-activatable"])
                #expect(await name(Self.polkit).verdict().isAuthorized == false)
                #expect(await name(Self.polkit, .available).verdict().isAuthorized)
            }
            let owner = try await name("org.freedesktop.systemd1").authorizationStatus().owner
            let listed = try await systemd.output(
                of: "busctl",
                "call",
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "GetNameOwner",
                "s",
                "org.freedesktop.systemd1"
            )
            #expect(listed == "s \"\(try #require(owner))\"")
        }

        @Test func `A request starts the service of an owned name only`() async throws {
            try await systemd.run("systemctl", "stop", "polkit.service")
            let available = try await name(Self.polkit, .available).requestAuthorization()
            #expect(available.owner == nil)
            let status = try await name(Self.polkit).requestAuthorization()
            #expect(status.meets(.owned).isAuthorized)
            #expect(try await systemd.status(of: "systemctl", "is-active", "polkit.service") == 0)
        }

        @Test func `A request says why the service did not start`() async throws {
            let missing = try await name("org.example.nosuch").requestAuthorization()
            #expect(
                missing.meets(.owned).reasons.map(\.message) == [
                    "is not on the bus, and the bus can start no service for it",
                    "was not started: no file of a service names it",
                ]
            )
            try await installBroken()
            let request = name(Self.broken)
            let answer: Result<BusNameStatus, any Error>
            do {
                answer = .success(try await request.requestAuthorization())
            } catch {
                answer = .failure(error)
            }
            try await removeBroken()
            let broken = try answer.get()
            let reasons = broken.meets(.owned).reasons
            #expect(
                reasons.map(\.code.rawValue) == ["bus-name-activatable", "bus-name-not-started"]
            )
            #expect(
                try #require(reasons.last).message.contains("(org.freedesktop.DBus.Error.Spawn.")
            )
        }

        @Test func `Updates report the owner, the services and the bus`() async throws {
            try await systemd.run("systemctl", "start", "polkit.service")
            let owned = Audience(name(Self.polkit).updates)
            let broken = Audience(name(Self.broken, .available).updates)
            func isTold(_ audience: Audience<BusNameStatus>, _ state: BusName.State, _ isTrue: Bool)
                async
            {
                await audience.isTold { _, look in
                    (try? look.get())?.meets(state).isAuthorized == isTrue
                }
            }
            await isTold(owned, .owned, true)
            await isTold(broken, .available, false)
            try await systemd.run("systemctl", "stop", "polkit.service")
            await isTold(owned, .owned, false)
            try await systemd.run("systemctl", "start", "polkit.service")
            await isTold(owned, .owned, true)
            try await installBroken()
            await isTold(broken, .available, true)
            try await removeBroken()
            await isTold(broken, .available, false)

            try await systemd.run("systemctl", "stop", "dbus.socket", "dbus.service")
            await owned.isTold { _, look in (try? look.get()) == nil }
            try await systemd.run("systemctl", "start", "dbus.socket")
            try await systemd.awaitBus()
            try await systemd.run("systemctl", "restart", "polkit.service")
            await isTold(owned, .owned, true)
            #expect(await owned.leave() == nil)
            #expect(await broken.leave() == nil)
        }

        @Test func `Names keep the contract, with a bus and without`() async throws {
            let systemd = systemd
            let contract = CapabilityContract(within: .seconds(600)) { [host] in
                BusName(Self.polkit, on: host)
            }
            .unlike(name(Self.polkit, .available), name("org.example.nosuch"))
            .denied { try await systemd.run("systemctl", "stop", "polkit.service") }
            .authorized { try await systemd.run("systemctl", "start", "polkit.service") }
            #expect(await contract.violations() == [])

            let bus = SystemBus(address: "unix:path=/nonexistent/bus")
            let nowhere = BusName(Self.polkit, on: .live(systemdOn: bus))
            let verdict = await nowhere.verdict()
            #expect(!verdict.isAuthorized)
            #expect(verdict.reasons.map(\.message).first?.contains("/nonexistent/bus") == true)
            let without = CapabilityContract(nowhere, within: patience).undetermined {}
                .lookingOnly()
            #expect(await without.violations() == [])
        }
    }
}
