import Foundation
import TestSupport
import Testing

/// Tests with the program of Tests/ConfirmationProbe on a real pseudo-terminal.
@Suite(.timeLimit(.minutes(20))) struct `Confirmation on a terminal` {
    private let folder: TemporaryFolder
    private let output: String

    init() throws {
        folder = try TemporaryFolder()
        output = try folder.file("output")
    }

    /// Asks, calls `body` to answer, and returns the result.
    private func asked(
        _ words: String...,
        by prefix: [String] = [],
        isControlled: Bool = true,
        before: (PseudoTerminal) async throws -> Void = { _ in },
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws -> (said: String, shown: String) {
        try await PseudoTerminal.with { terminal in
            try await before(terminal)
            let flags = terminal.flags
            let program = PortJudge.builds.appending(path: "ConfirmationProbe").path()
            try terminal.start(
                prefix + [program] + words,
                output: output,
                isControlled: isControlled
            )
            try await body(terminal)
            #expect(try await terminal.exitStatus() == 0)
            if !terminal.isHungUp { #expect(terminal.flags == flags) }
            await terminal.hangUp()
            return (try String(contentsOfFile: output, encoding: .utf8), terminal.text)
        }
    }

    @Test(arguments: [
        ("yes\n", "yes"), ("no\n", "no"), ("YES\n", "yes"), ("No\r", "no"),
        ("nx\u{7F}o\n", "no"), ("oh\u{15}yes\n", "yes"),
    ])
    func `A terminal takes an edited line as answer`(typed: String, answer: String) async throws {
        let (said, shown) = try await asked("ask", "Delete all?") { terminal in
            try await terminal.expect("Delete all? [yes/no] ")
            terminal.type(typed)
        }
        #expect(said == "Delete all? is answered \(answer)\n")
        #expect(shown.hasPrefix("Delete all? [yes/no] "))
        #expect(shown.hasSuffix("\r\n"))
    }

    @Test func `A terminal ignores input typed before the question`() async throws {
        let (said, _) = try await asked("ask", "Delete all?") { terminal in
            terminal.type("yes\n")
            try await terminal.expect("yes\r\n")
        } _: { terminal in
            try await terminal.expect("[yes/no] ")
            terminal.type("no\n")
        }
        #expect(said == "Delete all? is answered no\n")
    }

    @Test(arguments: ["y\n", "\n", " yes\n", "yes no\n", "yes\u{4}\u{4}", "\u{1B}[31mred\n"])
    func `A terminal asks again after a line that is not yes or no`(typed: String) async throws {
        let (said, shown) = try await asked("ask", "Delete all?") { terminal in
            try await terminal.expect("[yes/no] ")
            terminal.type(typed)
            try await terminal.expect("answer yes or no: ")
            terminal.type("yes\n")
        }
        #expect(said == "Delete all? is answered yes\n")
        #expect(!shown.contains("\u{1B}"))
    }

    @Test func `A terminal asks a question three times at most`() async throws {
        let (said, _) = try await asked("ask", "Delete all?") { terminal in
            for prompt in ["[yes/no] ", "answer yes or no: ", "answer yes or no: "] {
                try await terminal.expect(prompt)
                terminal.type(String(repeating: "perhaps ", count: 500) + "\n")
            }
        }
        #expect(
            said == "Delete all? is not answered: neither `yes` nor `no` was typed, three times\n"
        )
    }

    @Test func `A terminal shows a question without its control characters`() async throws {
        let question = "Delete\u{1B}[2J\u{7} \u{202E}all\r?\n[yes/no] yes"
        let (_, shown) = try await asked("ask", question) { terminal in
            try await terminal.expect("[yes/no] yes [yes/no] ")
            terminal.type("no\n")
        }
        #expect(
            shown == #"Delete\u{1b}[2J\u{7} \u{202e}all\r?"#
                + "\r\n    [yes/no] yes [yes/no] no\r\n"
        )
    }

    @Test func `A terminal shows a long question in full`() async throws {
        let question = String(repeating: "and another one, ", count: 2000) + "all of them?"
        let (said, shown) = try await asked("ask", question) { terminal in
            try await terminal.expect("all of them? [yes/no] ")
            terminal.type("yes\n")
        }
        #expect(shown == question + " [yes/no] yes\r\n")
        #expect(said == question + " is answered yes\n")
    }

    @Test func `A terminal asks questions one after another`() async throws {
        let (said, shown) = try await asked("together", "One?", "Two?", "Six?") { terminal in
            for answer in ["yes\n", "no\n", "yes\n"] {
                try await terminal.expect("[yes/no] ")
                terminal.type(answer)
            }
        }
        #expect(said.split(separator: "\n").count == 3)
        let lines = shown.split(separator: "\r\n").map { $0.dropFirst(5) }
        #expect(lines == ["[yes/no] yes", "[yes/no] no", "[yes/no] yes"])
    }

    @Test func `A process in the background asks no question`() async throws {
        let shell = ["sh", "-m", "-c", "\"$@\" & wait $!", "sh"]
        let (said, shown) = try await asked("ask", "Delete all?", by: shell) { _ in }
        #expect(
            said
                == "Delete all? cannot be asked: this process is in the background of its terminal; "
                + "bring it to the foreground\n"
        )
        #expect(shown == "")
    }

    @Test func `A process without a controlling terminal asks no question`() async throws {
        let (said, shown) = try await asked("ask", "Delete all?", isControlled: false) { _ in }
        #expect(
            said
                == "Delete all? cannot be asked: no terminal controls this process; run it on one\n"
        )
        #expect(shown == "")
    }

    @Test func `The end of input leaves a confirmation without an answer`() async throws {
        let (said, shown) = try await asked("ask", "Delete all?") { terminal in
            try await terminal.expect("[yes/no] ")
            terminal.type("\u{4}")
        }
        #expect(said == "Delete all? is not answered: the input of the terminal ended\n")
        #expect(shown == "Delete all? [yes/no] \r\n")
    }

    @Test func `A hangup leaves a confirmation without an answer`() async throws {
        let (said, _) = try await asked("ask", "Delete all?", "And this?") { terminal in
            try await terminal.expect("[yes/no] ")
            await terminal.hangUp()
        }
        let (first, second) = (said.split(separator: "\n").first, said.split(separator: "\n").last)
        #expect(first == "Delete all? is not answered: the terminal hung up")
        #expect(
            second == "And this? cannot be asked: no terminal controls this process; run it on one"
        )
    }

    @Test func `A cancelled confirmation stops waiting for the terminal`() async throws {
        let (said, shown) = try await asked("cancel", "Delete all?") { terminal in
            try await terminal.expect("[yes/no] ")
            terminal.type("ye")
            try await terminal.expect("ye")
            terminal.tell("now\n")
        }
        #expect(said == "Delete all? CancellationError()\n")
        #expect(shown == "Delete all? [yes/no] ye\r\n")
    }

    @Test func `A confirmation on a terminal ends after its time limit`() async throws {
        let (said, _) = try await asked("within", "20", "Delete all?") { _ in }
        #expect(said == "Delete all? has no answer after 20 ms\n")
    }

    @Test func `A confirmation leaves no descriptor and no thread behind`() async throws {
        let (said, _) = try await asked("many", "Delete all?") { _ in }
        #expect(said == "descriptors true threads true\n")
    }

    /// A terminal in raw mode, as an editor may leave it, and one as a shell leaves it.
    @Test(arguments: [true, false])
    func `A confirmation sets line mode, then restores the flags`(isRaw: Bool) async throws {
        let lineFlags = UInt32(ICANON | ECHO | ECHOCTL | ISIG)
        var before: [UInt32] = []
        let (said, _) = try await asked("ask", "Delete all?") { terminal in
            if isRaw {
                terminal.flags[3] &= ~lineFlags
                terminal.flags[0] &= ~UInt32(ICRNL)
            }
            before = terminal.flags
        } _: { terminal in
            try await terminal.expect("[yes/no] ")
            #expect(terminal.flags[3] & lineFlags == lineFlags)
            #expect((terminal.flags != before) == isRaw)
            terminal.type("yes\r")
        }
        #expect(said == "Delete all? is answered yes\n")
    }
}
