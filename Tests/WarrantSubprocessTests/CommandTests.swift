import Procedures
import TestSupport
import Testing
import WarrantSubprocess
import WarrantTesting

@Suite struct `A command` {
    let queue = ProcedureQueue()

    @Test func `Its output is the output of the procedure`() async throws {
        let output = try await queue.run(
            Command("sh", ["-c", "echo out; echo err >&2"])
        ).get()

        #expect(output.standardOutput == "out\n")
        #expect(output.standardError == "err\n")
    }

    @Test func `It passes arguments, environment and working directory, and no shell reads them`()
        async throws
    {
        let command = Command(
            "/bin/sh",
            ["-c", #"printf '%s|%s|%s' "$1" "$GREETING" "$PWD""#, "sh", "$(id); *"],
            environment: ["GREETING": "hello"],
            in: "/usr"
        )

        #expect(try await queue.run(command).get().standardOutput == "$(id); *|hello|/usr")
    }

    @Test func `A status other than 0 is a failure with the last line of standard error`() async {
        let outcome = await queue.run(
            Command("sh", ["-c", "echo first >&2; printf 'bad \\033[31m' >&2; exit 3"])
        )

        #expect(outcome.failure.map { "\($0)" } == #"`sh` exited with 3: bad \u{1b}[31m"#)
    }

    @Test func `A text with a NUL byte is refused`() async {
        let outcome = await queue.run(Command("echo", ["--file=/srv/a\0b"]))

        #expect(
            outcome.failure.map { "\($0)" } == "`echo` was not run: an argument has a NUL byte"
        )
    }

    @Test func `A signal is a failure`() async {
        let outcome = await queue.run(Command("sh", ["-c", "kill -KILL $$"]))

        #expect((outcome.failure as? CommandFailure)?.status == .killed(9))
    }

    @Test func `A program that does not exist is a failure`() async {
        #expect(await queue.run(Command("/nonexistent/program")).failure != nil)
    }

    @Test func `More output than the limit is a failure`() async {
        let command = Command("head", ["--bytes=1000", "/dev/zero"], outputLimit: 999)

        #expect(await queue.run(command).failure != nil)
    }

    @Test(arguments: ["exec sleep 3600", "trap '' TERM; while :; do sleep 3600 & wait; done"])
    func `Cancellation ends the program, also one that ignores SIGTERM`(script: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let pipe = folder.path(of: "begun")
        _ = try await runCommand(["mkfifo", pipe]).success(of: ["mkfifo"])
        let handle = queue.enqueue(
            Command("sh", ["-c", "echo >'\(pipe)'; \(script)"], grace: .milliseconds(100))
        )
        _ = try await runCommand(["cat", pipe])
        handle.cancel()
        let outcome = try await handle.outcome()

        guard case .cancelled = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }
}
