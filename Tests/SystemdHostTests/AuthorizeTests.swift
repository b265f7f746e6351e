import Foundation
import LinuxSystem
import Testing

extension `A real systemd` {
    /// The program, where systemd and polkit are.
    @Suite struct `and --authorize` {
        private static let warrant = SystemdHost.program("warrant")
        private static let unit = "authorized.service"

        let scene: PolkitScene

        init() async throws {
            scene = try await PolkitScene()
            try scene.systemd.write(
                "[Service]",
                "ExecStart=/bin/sleep infinity",
                toUnit: Self.unit
            )
        }

        @Test func `lets root start a unit unasked`() throws {
            for options in [[], ["--authorize"]] {
                let words = [Self.warrant, "can"] + options + ["start", Self.unit]
                #expect(
                    try scene.systemd.output(ofCommand: words) == """
                        ✓ this process may start \(Self.unit)
                          may be told to start by root
                        """
                )
            }
        }

        @Test func `has systemd start what a policy requires`() throws {
            let policy = scene.systemd.path("/run/authorized.yaml")
            try "warrant: 1\nname: p\nrequire: [unit: \(Self.unit)]\n".write(
                toFile: policy,
                atomically: true,
                encoding: .utf8
            )
            try scene.systemd.run("systemctl", "stop", Self.unit)
            let check = [Self.warrant, "check", "/run/authorized.yaml"]
            #expect(try scene.systemd.status(ofCommand: check) == 1)
            let output = try scene.systemd.output(ofCommand: check + ["--authorize"])
            #expect(
                output == """
                    warrant: asking: unit \(Self.unit) active (300 s at most)
                    p

                      ✓ unit \(Self.unit) active   is active (running), static

                    all 1 hold
                    """
            )
            #expect(try scene.systemd.status(ofCommand: check) == 0)
        }

        @Test(arguments: [
            (PolkitAgent.Manner.yes, "✓ this process may carry out", ""),
            (
                .dismiss, "✗ this process may not carry out",
                "  is not allowed by polkit: the question was dismissed\n"
            ),
        ])
        func `lets polkit ask a person`(
            manner: PolkitAgent.Manner,
            sentence: String,
            message: String
        ) async throws {
            let action = "org.example.warrant.ask"
            let asker = try Asker(
                ["can", "--authorize", "action", action],
                on: scene.systemd
            )
            let facts = try await scene.systemd.processes.facts(ofProcess: try await asker.pid())
            let process = PolkitProcess(
                pid: facts.pid,
                startTime: facts.startTime,
                user: facts.threads[0].realUser
            )
            try await PolkitAgent.with(manner, for: process, on: scene.systemd) { _ in
                let output = try await asker.output()
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

/// The program as nobody, which begins when it is told to.
private final class Asker {
    private let input = Pipe()
    private let output = Pipe()
    private let program = Process()
    private var chunks: AsyncStream<String>.Iterator

    init(_ words: [String], on systemd: SystemdHost) throws {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        chunks = stream.makeAsyncIterator()
        let nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let script = ["sh", "-c", "echo $$; read go; exec \"$@\" 2>&1", "sh"]
        let command = nobody + script + [SystemdHost.program("warrant")] + words
        (program.executableURL, program.arguments) = systemd.command(command)
        program.standardInput = input
        program.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { file in
            let text = String(decoding: file.availableData, as: UTF8.self)
            guard text.isEmpty else { return _ = continuation.yield(text) }
            file.readabilityHandler = nil
            continuation.finish()
        }
        try program.run()
    }

    func pid() async throws -> Int32 {
        let line = await chunks.next(isolation: #isolation) ?? ""
        return try #require(Int32(line.trimmingCharacters(in: .newlines)), "\(line)")
    }

    /// Tells it to begin, and returns what it printed when it has ended.
    func output() async throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
        var text = ""
        while let more = await chunks.next(isolation: #isolation) { text += more }
        return text
    }
}
