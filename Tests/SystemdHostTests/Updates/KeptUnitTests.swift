import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

extension `A real systemd` {
    @Suite struct `A kept answer of systemd` {
        let systemd: SystemdHost
        let units: CountedUnits
        let host: Host
        /// As patient as a busy machine needs.
        let options = GateOptions(within: patience)

        init() async throws {
            systemd = try await SystemdHost.shared
            let live = Host.live(systemdOn: systemd.makeBus())
            units = CountedUnits(base: live.units)
            host = live.asking(Host.unitFamily, by: units)
        }

        /// Returns a running unit, its kept state, and a listener whose announcements follow those to the kept state.
        private func running(
            _ name: String
        ) async throws -> (Kept<SystemdUnit>, Audience<SystemdUnitStatus>) {
            try await systemd.write("[Service]", "ExecStart=/bin/sleep infinity", toUnit: name)
            try await systemd.run("systemctl", "start", name)
            let unit = SystemdUnit(name, on: host)
            let kept = Kept(unit, within: patience)
            try await require(kept, options: options)
            let audience = Audience(unit.updates)
            try await audience.isTold(unit.authorizationStatus())
            return (kept, audience)
        }

        @Test func `A running unit is asked about once, until it stops`() async throws {
            let (kept, audience) = try await running("kept.service")
            let asked = units.asked
            for _ in 1...100 { try await require(kept, options: options) }
            #expect(units.asked == asked)

            try await systemd.run("systemctl", "stop", "kept.service")
            await audience.isTold { _, look in (try? look.get())?.activeState == "inactive" }
            let error = await #expect(throws: Refusal.self) {
                try await require(kept, options: options)
            }
            #expect(error?.description.contains("`kept.service` is inactive") == true)

            try await systemd.run("systemctl", "start", "kept.service")
            await audience.isTold { _, look in (try? look.get())?.activeState == "active" }
            try await require(kept, options: options)
            try await systemd.run("systemctl", "stop", "kept.service")
            #expect(await audience.leave() == nil)
        }

        @Test func `No answer from before the bus was lost is given`() async throws {
            let (kept, audience) = try await running("kept-lost.service")
            // systemd sends its signals to all or to none. No other process may subscribe for us.
            try await systemd.run("systemctl", "stop", "systemd-logind.service")
            try await systemd.run("systemctl", "stop", "dbus.socket", "dbus.service")
            await audience.isTold { _, look in (try? look.get()) == nil }
            guard case .undetermined = await kept.verdict() else {
                Issue.record("an answer was given without a bus")
                return
            }
            // systemctl uses systemd's own socket, so no listener on a bus hears of it.
            try await systemd.run("systemctl", "stop", "kept-lost.service")
            try await systemd.run("systemctl", "start", "dbus.socket")
            try await systemd.awaitBus()
            await audience.isTold { _, look in (try? look.get())?.activeState == "inactive" }
            await #expect(throws: Refusal.self) { try await require(kept, options: options) }
            #expect(await audience.leave() == nil)
        }

        @Test func `An answer about another subject is not kept`() async throws {
            try await systemd.write("[Service]", "ExecStart=/bin/true", toUnit: "kept-by.service")
            let kept = Kept(
                UnitControl(.start, "kept-by.service", as: .user("root"), on: host),
                within: patience
            )
            let first = units.asked
            for _ in 1...2 {
                #expect(
                    await kept.verdict().reasons.last?.message
                        == "is looked at for each question: `user root` may get other ids and "
                        + "groups, and no change of the accounts is announced"
                )
            }
            #expect(units.asked == first + 2)
            for subject in [Subject.process(pid: 1), .unit("dbus.service")] {
                #expect(UnitControl(.start, "kept-by.service", as: subject).unkeepable != nil)
                #expect(PolkitAction("org.example.act", as: subject).unkeepable != nil)
            }
            #expect(UnitControl(.start, "kept-by.service").unkeepable == nil)
            #expect(PolkitAction("org.example.act").unkeepable == nil)
        }
    }
}

extension `A real systemd` {
    @Suite struct `A kept answer of polkit` {
        let scene: PolkitScene

        init() async throws { scene = try await PolkitScene() }

        @Test func `An answer of polkit ends with a change of its rules`() async throws {
            _ = await scene.action("yes").verdict()
            let name = "org.freedesktop.PolicyKit1"
            let owner = try #require(await scene.host.polkit.owner(ofName: name))
            let action = PolkitAction("org.example.warrant.rule", busName: owner, on: scene.host)
            let kept = Kept(action, within: patience)
            let options = GateOptions(within: patience)
            await #expect(throws: Refusal.self) { try await require(kept, options: options) }
            let audience = Audience(action.updates)
            for answer in [PolkitActionStatus.Answer.yes, .no] {
                let result = answer == .yes ? "YES" : "NO"
                try await scene.rule(
                    "if (action.id.endsWith('.rule')) return polkit.Result.\(result);"
                )
                await audience.isTold { _, look in (try? look.get())?.answer == answer }
                let isOpen = (try? await require(kept, options: options)) != nil
                #expect(isOpen == (answer == .yes))
            }
            try await scene.rule(nil)
            #expect(await audience.leave() == nil)
        }
    }
}

/// Counts the questions about a unit's state.
struct CountedUnits: UnitProbe {
    let base: any UnitProbe
    private let count = Count()

    init(base: any UnitProbe) { self.base = base }

    var asked: Int { count.value.withLock { $0 } }

    private final class Count: Sendable {
        let value = Locked(0)
    }

    func facts(of unit: String) async throws -> UnitFacts {
        count.value.withLock { $0 += 1 }
        return try await base.facts(of: unit)
    }

    func managerFacts() async throws -> ManagerFacts { try await base.managerFacts() }

    func fileState(of unit: String) async throws -> UnitFileState? {
        try await base.fileState(of: unit)
    }

    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult {
        try await base.run(operation, unit, interactively: interactively)
    }

    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws {
        try await base.enable(isEnabled, unit, interactively: interactively)
    }

    func lastLines(ofInvocation invocation: String) async throws -> [String] {
        try await base.lastLines(ofInvocation: invocation)
    }

    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource {
        try await base.changes(of: unit, waking: bell)
    }
}
