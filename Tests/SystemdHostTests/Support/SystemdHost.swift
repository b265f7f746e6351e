import Foundation
import LinuxSystem
import TestSupport

/// A real systemd in separate namespaces, booted at the first use for all tests of a run.
///
/// It ends with this process in every case: the script keeps the host as long as its standard input is open, and only
/// this process has the other end.
struct SystemdHost: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let sharedBoot = Task { try await SystemdHost() }

    /// - Throws: The missing prerequisite of this machine.
    static var shared: SystemdHost { get async throws { try await sharedBoot.value } }

    /// Boots one more host, for a test that ends it.
    ///
    /// - Parameter lack: `sys_admin` for a systemd without that kernel capability, `cgroup2` for control groups of
    ///   version 1 only.
    static func booted(without lack: String = "") async throws -> SystemdHost {
        try await SystemdHost(without: lack)
    }

    private static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Host/systemd-host").path()

    /// The directory of the tests and of the programs built with them.
    private static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// Returns the path, on the host, of a program that was built with the tests.
    static func program(_ name: String) -> String { "/run/programs/\(name)" }

    private let lifeline: TalkingProgram
    private let folder = "/tmp/warrant-host-\(UUID().uuidString)"
    /// The pid of its init in this pid namespace.
    private let pid: Int32
    /// The root of the host's files in this mount namespace.
    private let root: String

    private init(without lack: String = "") async throws {
        let lifeline = TalkingProgram([Self.script, "run", folder, Self.builds, lack])
        // The line is either the pid of the host's init, or the problem.
        let line = await lifeline.line() ?? ""
        guard let pid = Int32(line) else { throw Failure(description: line) }
        self.lifeline = lifeline
        self.pid = pid
        root = "/proc/\(pid)/root"
    }

    var busPath: String { root + "/run/dbus/system_bus_socket" }
    var busAddress: String { "unix:path=" + busPath }

    /// Returns the path, in this mount namespace, of a file on the host.
    func path(_ inside: String) -> String { root + inside }

    var processes: InnerProcesses { InnerProcesses(under: root + "/proc") }

    /// Starts a program on the host that exchanges lines with the test. It ends with its input, or with this process.
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

    /// Runs a command on the host, and fails with its output if its exit status is not 0.
    func run(_ command: String...) async throws { _ = try await output(ofCommand: command) }

    /// Returns the exit status of a command that may fail.
    func status(of command: String...) async throws -> Int {
        try await status(ofCommand: command)
    }

    func status(ofCommand command: [String]) async throws -> Int {
        try await ended(command).status
    }

    /// Returns the output of a command that must not fail, without the last line end.
    func output(of command: String...) async throws -> String {
        try await output(ofCommand: command)
    }

    func output(ofCommand command: [String]) async throws -> String {
        try await ended(command).success(of: command)
    }

    /// Returns the result of a command that may fail; its errors are part of its output.
    func ended(_ command: [String]) async throws -> Ended {
        // Standard output and standard error are joined in the order of writing.
        let both = ["sh", "-c", "exec \"$0\" \"$@\" 2>&1"]
        return try await runCommand(both + [Self.script, "exec", folder] + command)
    }

    /// Writes the file of a unit, by default in the administrator's directory.
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

    /// Writes a file on the host, and makes the directories above it.
    func write(_ text: String, to path: String) throws {
        let url = URL(filePath: self.path(path))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    /// Returns the report of the program in one line, however it is wrapped.
    func warrant(_ arguments: [String]) async throws -> (status: Int, words: String) {
        let ended = try await ended([Self.program("warrant")] + arguments)
        let words = ended.output.split(whereSeparator: \.isWhitespace)
        return (ended.status, words.joined(separator: " "))
    }

    /// Returns when the bus runs and systemd is connected to it.
    func awaitBus() async throws {
        // The bus holds a call that may start its receiver until systemd is connected.
        try await run(
            "busctl",
            "call",
            "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1",
            "org.freedesktop.DBus.Peer",
            "Ping"
        )
        // Without the reset, systemd would refuse to start the bus after too many starts.
        try await run("systemctl", "reset-failed", "dbus.service", "dbus.socket")
    }
}
