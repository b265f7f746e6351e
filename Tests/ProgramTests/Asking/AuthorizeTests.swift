import Foundation
import TestSupport
import Testing

/// The program on a real terminal.
@Suite(.timeLimit(.minutes(20))) struct `Asking with --authorize` {
    private let folder: TemporaryFolder
    private static let question = "Restart the web server?"
    private static let told = "warrant: asking: confirm \(question) (300 s at most)\n"

    init() throws { folder = try TemporaryFolder() }

    /// Runs the program. Its reports go to files, so the terminal shows only questions.
    private func run(
        _ words: String...,
        isControlled: Bool = true,
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws -> (ended: Ended, shown: String) {
        try await PseudoTerminal.with { terminal in
            let flags = terminal.flags
            let environment = ["env", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent/bus"]
            let (output, errors) = (try folder.file("output"), try folder.file("errors"))
            try terminal.start(
                environment + [TemporaryFolder.program] + words,
                output: output,
                errors: errors,
                isControlled: isControlled
            )
            try await body(terminal)
            let status = try await terminal.exitStatus()
            #expect(terminal.flags == flags)
            await terminal.hangUp()
            let ended = Ended(
                Int(status),
                output: try String(contentsOfFile: output, encoding: .utf8),
                errors: try String(contentsOfFile: errors, encoding: .utf8)
            )
            return (ended, terminal.text)
        }
    }

    private func answer(_ words: String, at terminal: PseudoTerminal) async throws {
        try await terminal.expect("[yes/no] ")
        terminal.type(words)
    }

    @Test(arguments: [
        ("yes", 0, "✓ `\(question)` is confirmed"),
        ("no", 1, "✗ `\(question)` is not confirmed"),
    ])
    func `The answer of a person at the terminal decides`(
        word: String,
        status: Int,
        sentence: String
    ) async throws {
        let (ended, shown) = try await run("can", "--authorize", "confirm", Self.question) {
            try await answer("\(word)\n", at: $0)
        }
        let report = "\(sentence)\n  is answered \(word)\n"
        #expect(ended == Ended(status, output: report, errors: Self.told))
        #expect(shown == "\(Self.question) [yes/no] \(word)\r\n")
    }

    @Test func `A person is not prompted without --authorize`() async throws {
        let (ended, shown) = try await run("can", "confirm", Self.question) { _ in }
        let report = """
            ? it is not known whether `\(Self.question)` is confirmed
              is not answered: no person was asked

            """
        #expect(ended == Ended(2, output: report))
        #expect(shown == "")
    }

    @Test func `A confirmation without a terminal is not known`() async throws {
        let (ended, shown) = try await run(
            "can",
            "--authorize",
            "confirm",
            Self.question,
            isControlled: false
        ) { _ in }
        let report = """
            ? it is not known whether `\(Self.question)` is confirmed
              cannot be asked: no terminal controls this process; run it on one

            """
        #expect(ended == Ended(2, output: report, errors: Self.told))
        #expect(shown == "")
    }

    @Test func `A confirmation is not known if no answer comes in time`() async throws {
        let (ended, _) = try await run(
            "can",
            "--authorize",
            "--within",
            "20ms",
            "confirm",
            Self.question
        ) { _ in }
        let report = """
            ? it is not known whether `\(Self.question)` is confirmed
              gave no answer within 20 ms

            """
        let told = "warrant: asking: confirm \(Self.question) (20 ms at most)\n"
        #expect(ended == Ended(2, output: report, errors: told))
    }

    @Test func `An interrupted prompt restores the terminal`() async throws {
        let (ended, _) = try await run("can", "--authorize", "confirm", Self.question) {
            try await answer("ye\u{3}", at: $0)
        }
        #expect(ended == Ended(130, errors: Self.told))
    }

    @Test func `A question that is already authorized asks for nothing`() async throws {
        let (ended, shown) = try await run("can", "--authorize", "read", "/etc/passwd") { _ in }
        #expect(ended.status == 0)
        #expect(ended.errors == "")
        #expect(shown == "")
    }

    @Test func `A denied file access asks for nothing`() async throws {
        let (ended, _) = try await run("can", "--authorize", "read", "/nonexistent/key") { _ in }
        #expect(ended.status == 1)
        #expect(ended.errors == "")
    }

    @Test func `A policy asks its questions in order and then prints the report`() async throws {
        let policy = try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: deploy
            require:
              - confirm: Stop the shop?
              - read: /etc/passwd
              - any: [{ read: /nonexistent/key }, { confirm: Really? }]
            forbid:
              - read: /nonexistent/key

            """
        )
        let (ended, shown) = try await run("check", "--authorize", policy) {
            try await answer("yes\n", at: $0)
            try await answer("yes\n", at: $0)
        }
        #expect(shown == "Stop the shop? [yes/no] yes\r\nReally? [yes/no] yes\r\n")
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        \(policy): deploy

                          ✓ confirm Stop the shop?         is answered yes
                          ✓ read /etc/passwd
                          ✓ any of these
                              ✗ read /nonexistent/key          /nonexistent does not exist
                              ✓ confirm Really?                is answered yes
                          ✓ forbid read /nonexistent/key   /nonexistent does not exist

                        all 4 hold; 1 holds because what it names does not exist

                        """,
                    errors: """
                        warrant: asking: confirm Stop the shop? (300 s at most)
                        warrant: asking: confirm Really? (300 s at most)

                        """
                )
        )
    }

    /// A policy that held before the requests may no longer hold.
    @Test func `Every policy is judged after the questions of all are answered`() async throws {
        let asking = try folder.file("a.yaml", "warrant: 1\nname: a\nrequire: [confirm: Go?]\n")
        let key = folder.path(of: "key")
        let other = try folder.file(
            "b.yaml",
            "warrant: 1\nname: b\nforbid: [{ read: '\(key)' }]\n"
        )
        let (ended, _) = try await run("check", "--authorize", "--format", "tap", asking, other) {
            try await $0.expect("[yes/no] ")
            try folder.file("key")
            $0.type("yes\n")
        }
        #expect(ended.status == 1)
        #expect(ended.output.contains("\nok 1 - a: confirm Go?"), "\(ended.output)")
        #expect(ended.output.contains("\nnot ok 2 - b: forbid read \(key)"), "\(ended.output)")
    }

    @Test func `A policy asks for nothing if another requirement is denied`() async throws {
        let policy = try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nrequire: [confirm: Stop?, read: /nonexistent/key]\n"
        )
        let (ended, shown) = try await run(
            "check",
            "--authorize",
            "--format",
            "json",
            policy
        ) { _ in }
        #expect(ended.status == 1)
        #expect(ended.errors == "")
        #expect(ended.output.contains("no person was asked"))
        #expect(shown == "")
    }
}
