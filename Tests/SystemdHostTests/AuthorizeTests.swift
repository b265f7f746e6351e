import Foundation
import Kernel
import LinuxSystem
import TestSupport
import Testing

extension `A real systemd` {
    /// The program on a host with systemd and polkit.
    @Suite struct `Option --authorize` {
        private static let warrant = SystemdHost.program("warrant")
        private static let unit = "authorized.service"

        let scene: PolkitScene

        init() async throws {
            scene = try await PolkitScene()
            try await scene.systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: Self.unit
            )
        }

        @Test func `Root may start a unit with and without --authorize`() async throws {
            for options in [[], ["--authorize"]] {
                let words = [Self.warrant, "can"] + options + ["start", Self.unit]
                #expect(
                    try await scene.systemd.output(ofCommand: words) == """
                        ✓ this process may start \(Self.unit)
                          accepts start from root
                        """
                )
            }
        }

        @Test func `With --authorize, systemd starts a required unit`() async throws {
            let policy = scene.systemd.path("/run/authorized.yaml")
            try "warrant: 1\nname: p\nrequire: [unit: \(Self.unit)]\n".write(
                toFile: policy,
                atomically: true,
                encoding: .utf8
            )
            try await scene.systemd.run("systemctl", "stop", Self.unit)
            let check = [Self.warrant, "check", "/run/authorized.yaml"]
            #expect(try await scene.systemd.status(ofCommand: check) == 1)
            let output = try await scene.systemd.output(ofCommand: check + ["--authorize"])
            #expect(
                output == """
                    warrant: asking: unit \(Self.unit) active (300 s at most)
                    /run/authorized.yaml: p

                      ✓ unit \(Self.unit) active   is active (running), static

                    the requirement holds
                    """
            )
            #expect(try await scene.systemd.status(ofCommand: check) == 0)
        }

        @Test(arguments: [
            (PolkitAgent.Manner.yes, "✓ this process may carry out", ""),
            (
                .dismiss, "✗ this process may not carry out",
                "  is not allowed by polkit: the question was dismissed\n"
            ),
        ])
        func `With --authorize, polkit asks a person`(
            manner: PolkitAgent.Manner,
            sentence: String,
            message: String
        ) async throws {
            let action = "org.example.warrant.ask"
            let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
            let command = [Self.warrant, "can", "--authorize", "action", action]
            let script = ["sh", "-c", "echo $$; read go; exec \"$@\"", "sh"]
            let asker = scene.systemd.talk(to: nobody + script + command)
            let pid = try #require(Int32(await asker.line() ?? ""))
            let facts = try await scene.systemd.processes.facts(ofProcess: pid)
            let process = PolkitProcess(
                pid: facts.pid,
                startTime: facts.startTime,
                user: facts.threads[0].user.real
            )
            try await PolkitAgent.with(manner, for: process, on: scene.systemd) { _ in
                asker.say("go")
                let output = try await asker.end()
                #expect(
                    output == """
                        warrant: asking: action \(action) (300 s at most)
                        \(sentence) \(action)
                        \(message)
                            allow_any       auth_admin
                            allow_inactive  no
                            allow_active    auth_self

                        """
                )
            }
        }
    }
}
