import Foundation
import LinuxSystem

/// A real systemd in namespaces of its own: booted at the first use, for all tests of a run.
///
/// It ends with this process, however that ends: the script holds the host for as long as its
/// standard input is open, and the other end is ours alone.
struct SystemdHost: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let booted = Result { try SystemdHost() }

    /// - Throws: what the machine lacks for it.
    static var shared: SystemdHost { get throws { try booted.get() } }

    private static let script = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Host/systemd-host")

    /// Where the tests are, and beside them what was built with them.
    private static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path

    /// The path inside of a program that was built with the tests.
    static func program(_ name: String) -> String { "/run/programs/\(name)" }

    private let folder = "/tmp/warrant-host-\(UUID().uuidString)"
    private let lifeline = Pipe()
    /// The root of the host's files, as seen from here.
    private let root: String

    private init() throws {
        let output = Pipe()
        let process = Process()
        process.executableURL = Self.script
        process.arguments = ["run", folder, Self.builds]
        process.standardInput = lifeline
        process.standardOutput = output
        process.standardError = output
        try process.run()
        // Either the pid of its init, or what is wrong.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let word = line.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let pid = Int32(word) else { throw Failure(description: word) }
        root = "/proc/\(pid)/root"
    }

    var busPath: String { root + "/run/dbus/system_bus_socket" }
    var busAddress: String { "unix:path=" + busPath }

    /// Where a file of the host is, as seen from here.
    func path(_ inside: String) -> String { root + inside }

    var processes: InnerProcesses { InnerProcesses(under: root + "/proc") }

    /// The command that runs another inside, which ends with whoever runs it.
    func command(_ command: [String]) -> (program: URL, arguments: [String]) {
        (Self.script, ["exec", folder, "setpriv", "--pdeathsig", "KILL", "--"] + command)
    }

    func makeBus() -> SystemBus { SystemBus(address: busAddress) }

    /// Runs a command inside, and fails with its output where its exit status is not 0.
    func run(_ command: String...) throws { _ = try output(ofCommand: command) }

    /// The exit status of a command that may fail.
    func status(of command: String...) throws -> Int32 { try status(ofCommand: command) }

    func status(ofCommand command: [String]) throws -> Int32 { try result(of: command).status }

    /// What a command prints, which must not fail, without the end of its last line.
    func output(of command: String...) throws -> String { try output(ofCommand: command) }

    func output(ofCommand command: [String]) throws -> String {
        let (status, output) = try result(of: command)
        guard status == 0 else {
            let line = command.joined(separator: " ")
            throw Failure(description: "`\(line)` ended with \(status): \(output)")
        }
        return output.trimmingCharacters(in: .newlines)
    }

    private func result(of command: [String]) throws -> (status: Int32, output: String) {
        let output = Pipe()
        let process = Process()
        process.executableURL = Self.script
        process.arguments = ["exec", folder] + command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// Writes a unit's file, by default where an administrator would.
    func write(
        _ lines: String...,
        toUnit name: String,
        in folder: String = "/etc/systemd/system"
    ) throws {
        let text = lines.joined(separator: "\n") + "\n"
        let path = "\(root)\(folder)/\(name)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        try run("systemctl", "daemon-reload")
    }

    /// Returns when the bus runs and systemd is on it.
    func awaitBus() throws {
        // A call that may start its receiver is held by the bus until systemd is there.
        try run(
            "busctl",
            "call",
            "org.freedesktop.systemd1",
            "/org/freedesktop/systemd1",
            "org.freedesktop.DBus.Peer",
            "Ping"
        )
        // So that systemd does not refuse to start it for having been started often.
        try run("systemctl", "reset-failed", "dbus.service", "dbus.socket")
    }
}
