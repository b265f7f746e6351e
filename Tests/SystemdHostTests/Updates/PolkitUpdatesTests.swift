import Capabilities
import LinuxCapabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

extension `A real systemd` {
    /// polkit's own signals decide. If a signal is missed, a test waits until its time limit.
    @Suite struct `Updates of a polkit action` {
        let scene: PolkitScene

        init() async throws { scene = try await PolkitScene() }

        private func isTold(
            _ answer: PolkitActionStatus.Answer?,
            _ audience: Audience<PolkitActionStatus>
        ) async {
            await audience.isTold { _, look in
                if case .success(let status) = look { status.answer == answer } else { false }
            }
        }

        @Test func `Updates report each change of a rule`() async throws {
            let audience = Audience(scene.action("rule").updates)
            await isTold(.no, audience)
            for (result, answer) in [
                ("YES", PolkitActionStatus.Answer.yes), ("AUTH_SELF", .challenge), ("NO", .no),
                ("YES", .yes),
            ] {
                try await scene.rule(
                    "if (action.id.endsWith('.rule')) return polkit.Result.\(result);"
                )
                await isTold(answer, audience)
            }
            try await scene.rule(nil)
            await isTold(.no, audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report that polkit ended and came back`() async throws {
            let audience = Audience(scene.action("yes").updates)
            await isTold(.yes, audience)
            try await scene.systemd.run("systemctl", "mask", "--runtime", "--now", "polkit.service")
            await audience.isTold { _, look in (try? look.get()) == nil }
            try await scene.systemd.run("systemctl", "unmask", "--runtime", "polkit.service")
            try await scene.systemd.run("systemctl", "start", "polkit.service")
            await isTold(.yes, audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report the current answer when the bus is back`() async throws {
            let audience = Audience(scene.action("rule").updates)
            await isTold(.no, audience)
            try await scene.systemd.run("systemctl", "stop", "dbus.socket", "dbus.service")
            await audience.isTold { _, look in (try? look.get()) == nil }
            let file = "/etc/polkit-1/rules.d/00-test.rules"
            let rule = "polkit.addRule(function(action, subject) { return polkit.Result.YES; });"
            try await scene.systemd.run("sh", "-c", "echo '\(rule)' >\(file)")
            try await scene.systemd.run("systemctl", "start", "dbus.socket")
            try await scene.systemd.awaitBus()
            await isTold(.yes, audience)
            try await scene.rule(nil)
            await isTold(.no, audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report that the unit of the subject stopped`() async throws {
            let audience = Audience(scene.action("yes").updates)
            await isTold(.yes, audience)
            try await scene.systemd.run("systemctl", "stop", PolkitScene.asker)
            await isTold(nil, audience)
            try await scene.systemd.run("systemctl", "start", PolkitScene.asker)
            await isTold(.yes, audience)
            #expect(await audience.leave() == nil)
        }

        @Test func `Updates report that the subject has left the bus`() async throws {
            let name = "org.freedesktop.PolicyKit1"
            let action = PolkitAction("org.example.warrant.no", busName: name, on: scene.host)
            _ = await scene.action("yes").verdict()
            let owner = try #require(await scene.host.polkit.owner(ofName: name))
            let connection = PolkitAction(
                "org.example.warrant.no",
                busName: owner,
                on: scene.host
            )
            let audiences = [Audience(action.updates), Audience(connection.updates)]
            for audience in audiences { await isTold(.no, audience) }
            try await scene.systemd.run("systemctl", "restart", "polkit.service")
            // By then another connection has the name.
            await audiences[1].isTold { _, look in
                (try? look.get().answer) != .some(.no)
            }
            await isTold(.no, audiences[0])
            for audience in audiences { #expect(await audience.leave() == nil) }
        }

        @Test func `Updates of control report changes of unit and rules`() async throws {
            try await scene.systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: "told-control.service",
                in: "/usr/lib/systemd/system"
            )
            let control = UnitControl(
                .start,
                "told-control.service",
                as: .unit(PolkitScene.asker),
                on: scene.host
            )
            let audience = Audience(control.updates)
            func isTold(_ answer: Verdict.Answer) async {
                await audience.isTold { _, look in control.verdict(of: look).answer == answer }
            }
            // polkit would have to ask.
            await isTold(.undetermined)
            try await scene.rule(
                "if (action.id.endsWith('manage-units')) return polkit.Result.YES;"
            )
            await isTold(.authorized)
            try await scene.systemd.run("systemctl", "mask", control.unit)
            await isTold(.denied)
            try await scene.systemd.run("systemctl", "unmask", control.unit)
            await isTold(.authorized)
            try await scene.rule(nil)
            await isTold(.undetermined)
            #expect(await audience.leave() == nil)
        }
    }
}
