import Foundation
import TestSupport
import Testing

@Suite struct `A file system that has stopped answering` {
    @Test func `Only the requirement on the silent file system is not known`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("silent")
        let silent = try SilentFileSystem(at: folder.path(of: "silent"))
        defer { withExtendedLifetime(silent) {} }
        let others = String(repeating: "  - read: /etc/passwd\n", count: 20)
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            require:
              - read: \(folder.path)/silent/x
                within: 300ms
            \(others)
            """
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        policy.yaml: policy

                          ? read \(folder.path)/silent/x   gave no answer within 300 ms

                        """ + String(repeating: "  ✓ read /etc/passwd\n", count: 20) + """

                            1 of 21 is not known

                            """
                )
        )
    }

    /// Without statx(2), as before Linux 6.8, nothing shows that a file has no server. The limit does not apply to root.
    @Test func `A call waits for a process if it may ask a server`() async throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o755)
        try folder.folder("silent")
        let silent = try SilentFileSystem(at: folder.path(of: "silent"))
        defer { withExtendedLifetime(silent) {} }
        let filter = URL(filePath: TemporaryFolder.program).deletingLastPathComponent()
            .appending(path: "FilterProbe").path()
        let user = ["setpriv", "--reuid=61819", "--regid=61819", "--clear-groups"]
        let program = try await folder.sharedProgram()
        let ended = try await folder.run(
            [filter, "statx=38"] + user + [
                "prlimit", "--nproc=1", program, "lint", "silent/p.yaml",
            ],
            seconds: 60
        )
        #expect(ended.status == 66, "\(ended)")
    }

    @Test func `The program ends although the server never answers a request`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.folder("silent")
        let silent = try SilentFileSystem(at: folder.path(of: "silent"), takesRequests: true)
        defer { withExtendedLifetime(silent) {} }
        try folder.policy("read: \(folder.path)/silent/x, within: 300ms")
        var ended = Ended(0)
        let time = try await ContinuousClock().measure {
            ended = try await folder.warrant("check", "policy.yaml")
        }
        #expect(ended.status == 2)
        #expect(
            ended.findings.first
                == "  ? read \(folder.path)/silent/x   gave no answer within 300 ms"
        )
        // The server never answers. Without a deadline the program would never end.
        #expect(time < .seconds(60))
    }

    @Test func `A policy on a silent file system is reported as unreadable`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("silent")
        let silent = try SilentFileSystem(at: folder.path(of: "silent"), takesRequests: true)
        defer { withExtendedLifetime(silent) {} }
        let problem =
            "its file system gave no answer; check its server, and programs that use fanotify(7)"
        for command in ["check", "lint", "show"] {
            var ended = Ended(0)
            let time = try await ContinuousClock().measure {
                ended = try await folder.warrant(command, "silent/policy.yaml")
            }
            #expect(ended.status == 66, "\(command)")
            let said = ended.output + ended.errors
            let mark = command == "lint" ? "error: " : ""
            #expect(said.contains("silent/policy.yaml: \(mark)\(problem)"), "\(command)")
            #expect(time < .seconds(60), "\(command)")
        }
    }
}
