import Foundation
import TestSupport
import Testing

extension TemporaryFolder {
    /// The built program, beside the tests.
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

    /// Runs lines of shell in separate mount and process namespaces. `$1` is the program.
    func inNamespaces(_ script: String) async throws -> Ended {
        let namespaces = ["unshare", "--mount", "--pid", "--fork"]
        let program = try await sharedProgram()
        // In the proc(5) of another pid namespace, ids mean other processes.
        let lines = "mount -t proc proc /proc\n" + script
        return try await run(namespaces + ["sh", "-euc", lines, "sh", program])
    }

    /// Returns a copy of the program that every user can reach. The build directory may be closed to other users.
    ///
    /// Another process makes the copy. If a child of another test still held it open for writing, it could not be
    /// executed ("text file busy").
    func sharedProgram() async throws -> String {
        let copied = try await run(["cp", "--update", Self.program, "shared-warrant"])
        try #require(copied == Ended(0))
        return path(of: "shared-warrant")
    }

    /// Runs a command in the folder. After some seconds it is killed, and its status is 137 or 9.
    ///
    /// The tests here become other users, mount file systems, and change owners. They need root, and report its
    /// absence.
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

    /// The same environment everywhere: colours are not turned off, and there is no message bus.
    private static let environment = [
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "TERM": "xterm",
        "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
    ]
}
