import Capabilities
import LinuxCapabilities
import LinuxSystem
import Testing

extension `A real systemd` {
    @Suite struct `Cached answers of polkit` {
        let scene: PolkitScene

        init() async throws { scene = try await PolkitScene() }

        private func answer(_ name: String = "rule") async -> PolkitActionStatus.Answer? {
            try? await scene.action(name).authorizationStatus().answer
        }

        /// Returns whether an answer is kept. A stopped polkit does not answer.
        private func isKept() async throws -> Bool {
            let authority = PolkitAuthority(on: scene.bus)
            return try await isKept(by: authority)
        }

        private func isKept(by authority: PolkitAuthority) async throws -> Bool {
            let question = PolkitQuestion(
                "org.example.warrant.rule",
                of: .process(try await scene.process())
            )
            // The first call starts polkit and listens to it, and the second is kept.
            for _ in 1...2 { _ = try await authority.answer(to: question) }
            try await scene.systemd.run("systemctl", "kill", "--signal=STOP", "polkit.service")
            let kept = try? await authority.answer(to: question, within: .milliseconds(50))
            try await scene.systemd.run("systemctl", "kill", "--signal=CONT", "polkit.service")
            return kept != nil
        }

        @Test func `An answer is cached, and polkit is not asked again`() async throws {
            #expect(try await isKept())
        }

        @Test func `A changed rule discards the cached answer`() async throws {
            try await scene.rule("if (action.id.endsWith('.rule')) return polkit.Result.YES;")
            #expect(await answer() == .yes)
            #expect(await answer() == .yes)
            try await scene.rule("if (action.id.endsWith('.rule')) return polkit.Result.AUTH_SELF;")
            #expect(await answer() == .challenge)
            try await scene.rule(nil)
            #expect(await answer() == .no)
        }

        @Test func `The end of polkit discards the cached answer`() async throws {
            _ = await answer("yes")
            #expect(await answer("yes") == .yes)
            var changes = try scene.signals(.polkitOwner)
            try await changes.next { $0 == .listening }
            try await scene.systemd.run("systemctl", "mask", "--runtime", "--now", "polkit.service")
            try await changes.next { $0 == .signal }
            _ = try await scene.bus.unit(named: "dbus.service")
            #expect(await answer("yes") == nil)
            try await scene.systemd.run("systemctl", "unmask", "--runtime", "polkit.service")
            #expect(await answer("yes") == .yes)
        }

        @Test func `The end of the bus discards the cached answer`() async throws {
            let authority = PolkitAuthority(on: scene.bus)
            #expect(try await isKept(by: authority))
            var changes = try scene.signals(.polkitChanged)
            try await changes.next { $0 == .listening }
            try await scene.systemd.run("systemctl", "mask", "--runtime", "polkit.service")
            try await scene.systemd.run("systemctl", "kill", "--signal=KILL", "dbus.service")
            try await changes.next { $0 == .deaf }
            // It does so by itself: no question was asked since.
            try await changes.next { $0 == .listening }
            try await scene.systemd.awaitBus()
            #expect(await answer("yes") == nil)
            try await scene.systemd.run("systemctl", "unmask", "--runtime", "polkit.service")
            #expect(await answer("yes") == .yes)
            #expect(try await isKept(by: authority))
        }

        @Test func `An answer by a person is never cached`() async throws {
            let process = try await scene.process()
            let authority = PolkitAuthority(on: scene.bus)
            let question = PolkitQuestion("org.example.warrant.ask", of: .process(process))
            try await PolkitAgent.with(.yes, for: process, on: scene.systemd) { agent in
                let person = try await authority.answerOfPerson(to: question, within: .seconds(30))
                #expect(person?.decision == .yes)
                try await agent.expect("begin org.example.warrant.ask")
                #expect(try await authority.answer(to: question)?.decision == .challenge)
            }
        }
    }
}

extension BusSignal {
    static let polkitOwner = BusSignal(
        of: .bus,
        at: "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "NameOwnerChanged",
        firstArgument: "org.freedesktop.PolicyKit1"
    )
}
