import Foundation
import Glibc
import TestSupport

/// The test's own message bus, without systemd. It ends with the test.
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
    private var daemon: TalkingProgram?
    private var pid: pid_t = 0

    init() async throws {
        folder = try TemporaryFolder()
        path = folder.path(of: "socket")
        try await start()
    }

    deinit { kill() }

    var address: String { "unix:path=\(path)" }

    /// Returns when the bus accepts connections.
    ///
    /// - Parameter isBound: Called when the socket is bound and does not listen yet.
    func start(whenBound isBound: () async throws -> Void = {}) async throws {
        let text = Self.configuration.replacing("ADDRESS", with: "systemd:")
        let file = try folder.file("bus.conf", text)
        let daemon = TalkingProgram([
            "python3", "-c", Self.program, path,
            "--config-file=\(file)", "--nofork", "--nopidfile", "--nosyslog",
            "--print-address=1",
        ])
        self.daemon = daemon
        pid = await daemon.line().flatMap { pid_t($0) } ?? 0
        try await isBound()
        daemon.say("listen")
        // The line is the address of the listening bus, or the reason for a failure.
        let said = await daemon.line() ?? ""
        guard said.hasPrefix("unix:") else { throw DidNotStart(reason: said) }
    }

    /// Binds the socket, waits for a line, and executes the bus, as if systemd had started it.
    private static let program = """
        import os, socket, sys
        bound = socket.socket(socket.AF_UNIX)
        bound.bind(sys.argv[1])
        print(os.getpid(), flush=True)
        sys.stdin.readline()
        bound.listen()
        os.set_inheritable(os.dup2(bound.fileno(), 3), True)
        os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
        os.execvp("dbus-daemon", ["dbus-daemon"] + sys.argv[2:])
        """

    struct DidNotStart: Error {
        let reason: String
    }

    /// Stops the bus, so that it answers nothing. The kernel still accepts connections for it.
    func freeze() {
        var status = unsafe siginfo_t()
        Glibc.kill(pid, SIGSTOP)
        unsafe waitid(P_PID, id_t(pid), &status, WSTOPPED | WNOWAIT)
    }

    func end() async throws {
        kill()
        try await daemon?.end()
        try FileManager.default.removeItem(atPath: path)
    }

    /// Kills the bus once only: after its end another process may get its number.
    private func kill() {
        guard pid > 0 else { return }
        Glibc.kill(pid, SIGKILL)
        pid = 0
    }
}
