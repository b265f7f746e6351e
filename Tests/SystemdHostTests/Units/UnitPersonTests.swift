import LinuxCapabilities
import LinuxSystem
import TestSupport
import Testing

extension `A real systemd` {
    /// A separate process asks as user `nobody`, and polkit asks a person.
    @Suite struct `Interactive request for a unit` {
        let scene: PolkitScene
        let unit = "persons.service"

        init() async throws {
            scene = try await PolkitScene()
            try await scene.systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: unit
            )
        }

        /// Runs `body` after the person is asked, while the asking process exists.
        private func asked(
            answering manner: PolkitAgent.Manner,
            within limit: Duration = .seconds(60),
            _ body: (TalkingProgram, PolkitAgent) async throws -> Void
        ) async throws {
            let milliseconds = Int(limit / .milliseconds(1))
            let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
            let words = [unit, "--interactively", "\(milliseconds)"]
            let probe = scene.systemd.talk(
                to: nobody + [SystemdHost.program("UnitProbe")] + words
            )
            let own = try #require(await probe.line()).split(separator: " ")
            let process = PolkitProcess(
                pid: try #require(Int32(own[0])),
                startTime: try #require(UInt64(own[1])),
                user: 65534
            )
            try await PolkitAgent.with(manner, for: process, on: scene.systemd) { agent in
                probe.say("ask")
                try await agent.expect("begin org.freedesktop.systemd1.manage-units")
                try await body(probe, agent)
            }
            try await probe.end()
        }

        private func expectNothingLeft() async throws {
            let facts = try await scene.bus.unit(named: unit)
            #expect(facts.activeState == .inactive)
            #expect(facts.job == nil)
        }

        @Test func `A unit starts after the person agrees`() async throws {
            try await asked(answering: .yes) { probe, _ in
                #expect(await probe.line() == "runs")
            }
            #expect(try await scene.bus.unit(named: unit).activeState == .active)
            try await scene.systemd.run("systemctl", "stop", unit)
        }

        @Test func `A dismissed question is reported as a refusal`() async throws {
            try await asked(answering: .dismiss) { probe, _ in
                #expect(
                    await probe.line()
                        == "`work` did not run: `unit \(unit) active` is refused: "
                        + "`\(unit)` is inactive (dead), static, "
                        + "`\(unit)` is not permitted to start it: Permission denied"
                )
            }
            try await expectNothingLeft()
        }

        /// The asking process still exists when the question is withdrawn, so its end is not the cause.
        @Test func `An unanswered question is withdrawn at the time limit`() async throws {
            try await asked(answering: .never, within: .seconds(8)) { probe, agent in
                let said = await probe.line()
                #expect(
                    said
                        == "`work` did not run: `unit \(unit) active` is undetermined: "
                        + "`\(unit)` is inactive (dead), static, "
                        + "`unit \(unit) active` gave no answer within 8 s"
                )
                try await agent.expect("cancel")
                try await expectNothingLeft()
            }
            try await expectNothingLeft()
        }
    }
}
