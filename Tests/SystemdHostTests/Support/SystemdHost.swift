import Foundation
import LinuxSystem
import TestSupport

/// A real systemd in namespaces of its own: booted at the first use, for all tests of a run.
///
/// It ends with this process, however that ends: the script holds the host for as long as its
/// standard input is open, and the other end is ours alone.
struct SystemdHost: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let sharedBoot = Task { try await SystemdHost() }

    /// - Throws: what the machine lacks for it.
    static var shared: SystemdHost { get async throws { try await sharedBoot.value } }

    /// Boots one more host, for a test that ends it.
    static func booted() async throws -> SystemdHost { try await SystemdHost() }

    private static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Host/systemd-host").path()

    /// Where the tests are, and beside them what was built with them.
    private static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// The path inside of a program that was built with the tests.
    static func program(_ name: String) -> String { "/run/programs/\(name)" }

    private let lifeline: TalkingProgram
    private let folder = "/tmp/warrant-host-\(UUID().uuidString)"
    /// Its init, as seen from here.
    private let pid: Int32
    /// The root of the host's files, as seen from here.
    private let root: String

    private init() async throws {
        let lifeline = TalkingProgram([Self.script, "run", folder, Self.builds])
        // Either the pid of its init, or what is wrong.
        let line = await lifeline.line() ?? ""
        guard let pid = Int32(line) else { throw Failure(description: line) }
        self.lifeline = lifeline
        self.pid = pid
        root = "/proc/\(pid)/root"
    }

    var busPath: String { root + "/run/dbus/system_bus_socket" }
    var busAddress: String { "unix:path=" + busPath }

    /// Where a file of the host is, as seen from here.
    func path(_ inside: String) -> String { root + inside }

    var processes: InnerProcesses { InnerProcesses(under: root + "/proc") }

    /// A program inside that is talked to by lines, and ends when its input does, or with this process.
    func talk(to command: [String]) -> TalkingProgram {
        TalkingProgram(
            [Self.script, "exec", folder, "setpriv", "--pdeathsig", "KILL", "--"] + command
        )
    }

    func makeBus() -> SystemBus { SystemBus(address: busAddress) }

    /// Returns once its init has ended.
    func ended() async throws {
        _ = try await runCommand(["tail", "--pid=\(pid)", "--follow", "/dev/null"])
    }

    /// Runs a command inside, and fails with its output where its exit status is not 0.
    func run(_ command: String...) async throws { _ = try await output(ofCommand: command) }

    /// The exit status of a command that may fail.
    func status(of command: String...) async throws -> Int {
        try await status(ofCommand: command)
    }

    func status(ofCommand command: [String]) async throws -> Int {
        try await ended(command).status
    }

    /// What a command prints, which must not fail, without the end of its last line.
    func output(of command: String...) async throws -> String {
        try await output(ofCommand: command)
    }

    func output(ofCommand command: [String]) async throws -> String {
        try await ended(command).success(of: command)
    }

    /// How a command that may fail ended; its errors are among its output.
    func ended(_ command: [String]) async throws -> Ended {
        // What it says to both, in the order in which it says it.
        let both = ["sh", "-c", "exec \"$0\" \"$@\" 2>&1"]
        return try await runCommand(both + [Self.script, "exec", folder] + command)
    }

    /// Writes a unit's file, by default where an administrator would.
    func write(
        _ lines: String...,
        toUnit name: String,
        in folder: String = "/etc/systemd/system"
    ) async throws {
        let text = lines.joined(separator: "\n") + "\n"
        let path = "\(root)\(folder)/\(name)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try await run("systemctl", "daemon-reload")
    }

    /// Returns when the bus runs and systemd is on it.
    func awaitBus() async throws {
        // A call that may start its receiver is held by the bus until systemd is there.
        try await run(
            "busctl",
            "call",
            "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1",
            "org.freedesktop.DBus.Peer",
            "Ping"
        )
        // So that systemd does not refuse to start it for having been started often.
        try await run("systemctl", "reset-failed", "dbus.service", "dbus.socket")
    }
}
