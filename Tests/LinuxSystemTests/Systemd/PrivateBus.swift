import Foundation
import Glibc

/// A message bus of the test's own, on which there is no systemd; ended with the test.
final class PrivateBus {
    private static let configuration = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>ADDRESS</listen>
          <auth>EXTERNAL</auth>
          <policy context="default"><allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
        </busconfig>
        """

    let path: String
    private let folder: URL
    private var daemon = Process()

    init() throws {
        folder = URL(filePath: "/tmp/warrant-bus-\(UUID().uuidString)")
        path = folder.path() + "/socket"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try start()
    }

    deinit {
        end()
        try? FileManager.default.removeItem(at: folder)
    }

    var address: String { "unix:path=\(path)" }

    /// Returns when the bus takes connections.
    func start() throws {
        let file = folder.appending(path: "bus.conf")
        try Self.configuration.replacing("ADDRESS", with: address)
            .write(to: file, atomically: false, encoding: .utf8)
        daemon = Process()
        let output = Pipe()
        daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        daemon.arguments = [
            "--config-file=\(file.path())", "--nofork", "--nopidfile", "--nosyslog",
            "--print-address=1",
        ]
        daemon.standardOutput = output
        daemon.standardError = output
        try daemon.run()
        // Its address when it listens, or why it does not.
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard said.hasPrefix("unix:") else { throw DidNotStart(reason: said) }
    }

    struct DidNotStart: Error {
        let reason: String
    }

    /// It still takes connections then, as the kernel does that for it, and answers nothing.
    func freeze() {
        var status = unsafe siginfo_t()
        kill(daemon.processIdentifier, SIGSTOP)
        unsafe waitid(P_PID, id_t(daemon.processIdentifier), &status, WSTOPPED | WNOWAIT)
    }

    func end() {
        kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
        try? FileManager.default.removeItem(atPath: path)
    }
}
