import Foundation
import TestSupport
import Testing

/// The program of Tests/PrivilegeProbe, started with wrong statements about passed sockets. SystemdHostTests has the
/// correct ones. No host has its address, so the program never serves.
@Suite(.timeLimit(.minutes(20))) struct `Program with passed sockets` {
    private static let endpoint = "tcp:192.0.2.1:99"
    private static let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()

    @Test(arguments: [
        ("LISTEN_PID=1 LISTEN_FDS=1", "are for process 1, and this is process NUMBER"),
        ("LISTEN_FDS=1", "are for no process: LISTEN_PID is not set"),
        ("LISTEN_PID=$$ LISTEN_FDS=x", "are not known: LISTEN_FDS is `x`, which is not a number"),
        (
            "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_PIDFDID=1",
            "are for another process, which had the number NUMBER before"
        ),
        ("LISTEN_PID=$$ LISTEN_FDS=1", nil), ("UNRELATED=1", nil),
    ])
    func `A denial names bad socket variables`(variables: String, problem: String?) async throws {
        let (output, pid) = try await Self.run(Self.program, with: variables)
        let known = problem.map { "the passed sockets \($0.replacing("NUMBER", with: pid))" }
        let reasons = output.split(separator: "\n").first?.components(separatedBy: "; ") ?? []
        let denial = "\(Self.endpoint) 192.0.2.1: Cannot assign requested address (EADDRNOTAVAIL)"
        #expect(reasons == [denial] + (known.map { [$0] } ?? []))
    }

    @Test func `A denial reports passed descriptors that are not open`() async throws {
        // The number is far above the descriptors that the program itself has open by then.
        let (output, _) = try await Self.run(Self.program, with: "LISTEN_PID=$$ LISTEN_FDS=500")
        #expect(output.contains(/; the passed sockets are 500, and descriptor \d+ is not open\n/))
    }

    @Test func `A setuid program does not trust passed sockets`() async throws {
        let folder = try TemporaryFolder()
        try #require(getuid() == 0, "root is needed to make a program that has more privilege")
        let program = folder.path(of: "probe")
        // A child makes the copy. If this process had it open for writing, children forked meanwhile would keep it from
        // being executed.
        let copy = ["install", "--mode=4755", Self.program, program]
        _ = try await runCommand(copy).success(of: copy)
        let variables = "LISTEN_PID=$$ LISTEN_FDS=1"
        let (output, _) = try await Self.run(
            program,
            with: variables,
            as: ["setpriv", "--reuid=65534"]
        )
        let problem =
            "the passed sockets are not trusted: this process has more privilege than its caller"
        #expect(output.contains(problem), "\(output)")
    }

    /// Returns the output of the program, and its process id.
    private static func run(
        _ program: String,
        with variables: String,
        as caller: [String] = []
    ) async throws -> (output: String, pid: String) {
        let line = "exec 3</dev/null; echo $$; \(variables) exec \(program) serve \(endpoint)"
        let lines = try await runCommand(caller + ["sh", "-c", line]).output
            .split(separator: "\n")
        return (lines.dropFirst().joined(separator: "\n"), String(lines.first ?? ""))
    }
}
