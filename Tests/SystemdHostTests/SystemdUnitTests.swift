import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing

extension `A real systemd` {
    /// Tests the capability in every state that a policy can ask for.
    @Suite struct `States of a unit` {
        let systemd: SystemdHost
        let host: Host

        init() async throws {
            systemd = try await SystemdHost.shared
            host = Host.live(systemdOn: systemd.makeBus())
        }

        /// Returns the states that are authorized; every other one must be denied.
        private func states(of unit: String) async -> [SystemdUnit.State] {
            var found: [SystemdUnit.State] = []
            for state in SystemdUnit.State.allCases {
                switch await SystemdUnit(unit, state, on: host).verdict() {
                case .authorized: found.append(state)
                case .denied: continue
                case .undetermined(let reasons): Issue.record("no answer: \(reasons)")
                }
            }
            return found
        }

        private func messages(_ unit: String, _ state: SystemdUnit.State) async -> [String] {
            await SystemdUnit(unit, state, on: host).verdict().reasons.map(\.message)
        }

        @Test func `A unit is active while it runs`() async throws {
            try await systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: "judged.service"
            )
            #expect(await states(of: "judged.service") == [.inactive, .loaded])
            try await systemd.run("systemctl", "start", "judged.service")
            #expect(await states(of: "judged.service") == [.active, .loaded])
            #expect(await messages("judged.service", .active) == ["is active (running), static"])
            try await systemd.run("systemctl", "stop", "judged.service")
            #expect(await messages("judged.service", .active) == ["is inactive (dead), static"])
        }

        @Test func `A failed unit has the result of its failure`() async throws {
            try await systemd.write("[Service]", "ExecStart=/bin/false", toUnit: "breaks.service")
            _ = try await systemd.status(of: "systemctl", "start", "--wait", "breaks.service")
            #expect(await states(of: "breaks.service") == [.failed, .loaded])
            let found = await messages("breaks.service", .active)
            #expect(found == ["is failed (failed), result exit-code, static"])
        }

        @Test func `A masked unit has the state masked`() async throws {
            try await systemd.run("systemctl", "mask", "--runtime", "hidden.service")
            #expect(await states(of: "hidden.service") == [.inactive, .masked])
        }

        @Test func `A unit has the state enabled or disabled`() async throws {
            let install = [
                "[Service]", "ExecStart=/bin/true", "[Install]", "WantedBy=basic.target",
            ]
            try await systemd.write(
                install[0],
                install[1],
                install[2],
                install[3],
                toUnit: "judged-boot.service"
            )
            #expect(await states(of: "judged-boot.service") == [.inactive, .loaded, .disabled])
            try await systemd.run("systemctl", "enable", "judged-boot.service")
            #expect(await states(of: "judged-boot.service") == [.inactive, .loaded, .enabled])
        }

        @Test func `An alias has the state of its unit`() async throws {
            try await systemd.write(
                "[Service]",
                "ExecStart=/bin/true",
                "[Install]",
                "WantedBy=basic.target",
                toUnit: "judged-first.service"
            )
            // As a package does. A link of the administrator would count as the unit's start at boot.
            let folder = "/usr/local/lib/systemd/system"
            try await systemd.run("mkdir", "--parents", folder)
            let target = "/etc/systemd/system/judged-first.service"
            let link = "\(folder)/judged-second.service"
            try await systemd.run("ln", "--symbolic", target, link)
            try await systemd.run("systemctl", "daemon-reload")
            #expect(await states(of: "judged-second.service") == [.inactive, .loaded, .disabled])
            try await systemd.run("systemctl", "enable", "judged-first.service")
            #expect(await states(of: "judged-second.service") == [.inactive, .loaded, .enabled])
            try await systemd.run("systemctl", "is-enabled", "judged-second.service")
        }

        @Test func `A name that became an alias after systemd read its file has no state`()
            async throws
        {
            for name in ["judged-old.service", "judged-new.service"] {
                try await systemd.write("[Service]", "ExecStart=/bin/sleep 99", toUnit: name)
            }
            try await systemd.run("systemctl", "start", "judged-old.service")
            let link = "/etc/systemd/system/judged-old.service"
            try await systemd.run("ln", "-sf", "judged-new.service", link)
            for state in [SystemdUnit.State.enabled, .disabled] {
                let verdict = await SystemdUnit("judged-old.service", state, on: host).verdict()
                guard case .undetermined(let reasons) = verdict else {
                    Issue.record("expected no answer, got \(verdict)")
                    continue
                }
                let message = "is an alias, and systemd has not loaded its unit; run `systemctl"
                #expect(reasons.allSatisfy { $0.message.hasPrefix(message) })
            }
            try await systemd.run("systemctl", "stop", "judged-old.service")
        }

        @Test func `A unit that does not exist has no state`() async {
            #expect(await states(of: "nosuch.service") == [])
            #expect(await messages("nosuch.service", .inactive) == ["does not exist here"])
        }

        @Test func `A name without a unit type is undetermined`() async {
            let verdict = await SystemdUnit("nosuch", on: host).verdict()
            guard case .undetermined(let reasons) = verdict else {
                Issue.record("expected no answer, got \(verdict)")
                return
            }
            #expect(
                reasons.map(\.message)
                    == ["`nosuch` does not end in a unit type; write `nosuch.service`"]
            )
        }

        @Test func `A unit is undetermined without a bus`() async {
            let bus = SystemBus(address: "unix:path=/nonexistent/bus")
            let unit = SystemdUnit("dbus.service", on: .live(systemdOn: bus))
            #expect(await unit.verdict().reasons.map(\.message) == ["no D-Bus at /nonexistent/bus"])
        }
    }
}
