import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
    /// The program as it was built, beside the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "warrant").path()

    /// Runs the program in the folder.
    func warrant(
        _ arguments: String...,
        by caller: Caller = .root,
        environment: [String: String] = [:]
    ) async throws -> Ended {
        let program = caller == .root ? Self.program : try await sharedProgram()
        return try await run(caller.command + [program] + arguments, environment: environment)
    }

    /// Runs lines of shell, to which the program is `$1`, in mount and process namespaces of their own.
    func inNamespaces(_ script: String) async throws -> Ended {
        let namespaces = ["unshare", "--mount", "--pid", "--fork"]
        let program = try await sharedProgram()
        // libdispatch looks its own threads up in proc(5), by ids that mean others in another pid namespace.
        let lines = "mount -t proc proc /proc\n" + script
        return try await run(namespaces + ["sh", "-euc", lines, "sh", program])
    }

    /// A copy of the program where anyone may come to run it, as perhaps nobody may to the build.
    ///
    /// Another process copies: what this one still held open for writing in a child of another test
    /// could not be executed ("text file busy").
    func sharedProgram() async throws -> String {
        let copied = try await run(["cp", "--update", Self.program, "shared-warrant"])
        try #require(copied == Ended(0))
        return path(of: "shared-warrant")
    }

    /// Runs a command in the folder; after some seconds it is killed, and its status is 137 or 9.
    ///
    /// The tests here become other users, mount, and give files away: they need root, and say so.
    func run(
        _ command: [String],
        environment: [String: String] = [:],
        seconds: Int = 20
    ) async throws -> Ended {
        try #require(getuid() == 0, "the tests of the program need root; run them through sudo")
        return try await runCommand(
            ["timeout", "--signal=KILL", "\(seconds)"] + command,
            in: path,
            environment: Self.environment.merging(environment) { $1 }
        )
    }

    /// The same everywhere: no colour was refused, and there is no message bus.
    private static let environment = [
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "TERM": "xterm",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
    ]
}
