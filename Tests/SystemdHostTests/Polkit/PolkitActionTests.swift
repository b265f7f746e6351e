import Capabilities
import Foundation
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

extension `A real systemd` {
    /// A real polkit, with actions and rules that the test writes.
    @Suite struct `Polkit action` {
        @Test(
            arguments: [
                ("yes", .authorized, "is allowed by polkit", "yes"),
                ("no", .denied, "is not allowed by polkit", "no"),
                (
                    "ask", .undetermined, "is not decided: polkit would have to ask", "auth_admin"
                ),
            ] as [(String, Verdict.Answer, String, String)]
        )
        func `A polkit action has the verdict and evidence of polkit`(
            name: String,
            answer: Verdict.Answer,
            message: String,
            rule: String
        ) async throws {
            let verdict = await (try await PolkitScene()).action(name).verdict()
            #expect(verdict.answer == answer)
            // Later versions add the kind of request: `(auth_admin)`.
            #expect(verdict.reasons.map(\.message).first?.hasPrefix(message) == true)
            #expect(
                verdict.reasons.first?.evidence == [
                    Evidence("allow_any", facts: rule), Evidence("allow_inactive", facts: "no"),
                    Evidence("allow_active", facts: "auth_self"),
                ]
            )
        }

        @Test func `An action that polkit does not know is denied`() async throws {
            let verdict = await (try await PolkitScene()).action("nosuch").verdict()
            #expect(verdict.answer == .denied)
            #expect(verdict.reasons.map(\.message) == ["is not known to polkit here"])
        }

        @Test(arguments: [("yes", Verdict.Answer.authorized), ("no", .denied)])
        func `Polkit judges processes, users, bus names and sessions`(
            name: String,
            answer: Verdict.Answer
        ) async throws {
            let scene = try await PolkitScene()
            let action = "org.example.warrant.\(name)"
            let pid = try await scene.process().pid
            let polkit = "org.freedesktop.PolicyKit1"
            _ = await scene.action("yes").verdict()
            let owner = try #require(await scene.host.polkit.owner(ofName: polkit))
            let session = try await Self.session(scene)
            for asked in [
                PolkitAction(action, as: .process(pid: pid), on: scene.host),
                PolkitAction(action, as: .user("nobody"), on: scene.host),
                // polkit itself runs as its own user.
                PolkitAction(action, busName: polkit, on: scene.host),
                PolkitAction(action, busName: owner, on: scene.host),
                PolkitAction(action, session: session, on: scene.host),
            ] {
                let verdict = await asked.verdict()
                #expect(verdict.answer == answer, "\(asked): \(verdict.reasons)")
            }
            // Root may perform every action that polkit knows.
            let root = PolkitAction(action, as: .process(pid: 1), on: scene.host)
            #expect(await root.verdict().isAuthorized)
        }

        /// The id of a session of `nobody`.
        private static func session(_ scene: PolkitScene) async throws -> String {
            try await scene.systemd.write(
                "[Service]",
                "User=nobody",
                "PAMName=login",
                "ExecStart=/bin/sh -c 'echo $$XDG_SESSION_ID >/run/opened; exec sleep infinity'",
                toUnit: "session.service"
            )
            // The unit counts as started before PAM opens the session, and is executed after that.
            try await scene.systemd.run("sh", "-c", "rm -f /run/opened; mkfifo -m 666 /run/opened")
            try await scene.systemd.run("systemctl", "restart", "session.service")
            let id = try await scene.systemd.output(of: "cat", "/run/opened").filter(\.isNumber)
            try #require(!id.isEmpty)
            return id
        }

        @Test func `A missing name, session or process is not authorized`() async throws {
            let scene = try await PolkitScene()
            let action = "org.example.warrant.yes"
            let name = PolkitAction(action, busName: "org.example.nobody", on: scene.host)
            #expect(await name.verdict().answer == .undetermined)
            #expect(await name.verdict().reasons.map(\.message) == ["is not on the bus"])
            let connection = PolkitAction(action, busName: ":1.999999", on: scene.host)
            #expect(await connection.verdict().answer == .undetermined)
            let session = PolkitAction(action, session: "nosuch", on: scene.host)
            #expect(await session.verdict().answer == .undetermined)
            #expect(await session.verdict().reasons.map(\.message) == ["does not exist here"])
            let process = PolkitAction(action, as: .process(pid: 999_999), on: scene.host)
            #expect(!(await process.verdict().isAuthorized))
        }

        @Test func `A polkit action is judged by its details`() async throws {
            let scene = try await PolkitScene()
            try await scene.rule(
                "if (action.id == 'org.example.warrant.details' && action.lookup('colour') == 'red') "
                    + "return polkit.Result.YES;"
            )
            for (colour, answer) in [("red", Verdict.Answer.authorized), ("blue", .denied)] {
                let verdict = await scene.action("details", details: ["colour": colour]).verdict()
                #expect(verdict.answer == answer)
            }
            #expect(await scene.action("details").verdict().answer == .denied)
            try await scene.rule(nil)
        }

        @Test func `A polkit action keeps the contract of capabilities`() async throws {
            let scene = try await PolkitScene()
            let contract = CapabilityContract(within: .seconds(600)) { scene.action("rule") }
                .unlike(
                    scene.action("yes"),
                    scene.action("rule", details: ["colour": "red"]),
                    PolkitAction("org.example.warrant.rule", session: "1", on: scene.host)
                )
                .denied {}
                .authorized { try await scene.rule("return polkit.Result.YES;") }
                .undetermined { try await scene.rule("return polkit.Result.AUTH_ADMIN;") }
            #expect(await contract.violations() == [])
            try await scene.rule(nil)
        }

        @Test func `A polkit action is undetermined without a bus or polkit`()
            async throws
        {
            let nowhere = SystemBus(address: "unix:path=/nonexistent/bus")
            let action = PolkitAction(
                "org.example.warrant.yes",
                on: LinuxCapabilities.Host.live(systemdOn: nowhere)
            )
            #expect(await action.verdict().answer == .undetermined)
            #expect(
                await action.verdict().reasons.map(\.message) == ["no D-Bus at /nonexistent/bus"]
            )
            let scene = try await PolkitScene()
            try await scene.systemd.run("systemctl", "mask", "--runtime", "--now", "polkit.service")
            let verdict = await scene.action("yes").verdict()
            try await scene.systemd.run("systemctl", "unmask", "--runtime", "polkit.service")
            #expect(verdict.answer == .undetermined)
            #expect(await scene.action("yes").verdict().isAuthorized)
        }

        /// As for a user, a separate unprivileged process asks about itself.
        @Test(arguments: [("yes", 0), ("no", 1), ("ask", 2), ("nosuch", 1)])
        func `A policy may require a polkit action`(name: String, status: Int32) async throws {
            let scene = try await PolkitScene()
            let policy = "/run/polkit-\(name).yaml"
            let text = "warrant: 1\nname: p\nrequire:\n  - action: org.example.warrant.\(name)\n"
            try text.write(
                toFile: scene.systemd.path(policy),
                atomically: true,
                encoding: .utf8
            )
            let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            let command = "exec \(nobody) \(SystemdHost.program("warrant")) check \(policy)"
            #expect(try await scene.systemd.status(of: "sh", "-c", command) == status)
        }
    }
}
