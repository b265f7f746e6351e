import Foundation
import Glibc
import TestSupport

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
    private let folder: TemporaryFolder
    private var daemon = Process()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "socket")
        try start()
    }

    deinit { end() }

    var address: String { "unix:path=\(path)" }

    /// Returns when the bus takes connections.
    func start() throws {
        let text = Self.configuration.replacing("ADDRESS", with: address)
        let file = try folder.file("bus.conf", text)
        daemon = Process()
        let output = Pipe()
        daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        daemon.arguments = [
            "--config-file=\(file)", "--nofork", "--nopidfile", "--nosyslog",
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
