import Foundation
import LinuxSystem
import Glibc
import Testing

/// Another program, which holds the lock of a file as we do until it is killed.
final class OtherHolder: Sendable {
    private static let program = """
        import fcntl, os, struct, sys
        user = int(sys.argv[2])
        os.setgid(user); os.setuid(user)
        file = os.open(sys.argv[1], os.O_RDWR)
        lock = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, os.getpid() + 1, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)
        os.write(1, b"held\\n")
        os.read(0, 1)
        """

    let pid: Int32
    private let input = Pipe()

    init(of path: String, as user: Int = 0) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.program, path, "\(user)"]
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        pid = process.processIdentifier
        let answer = output.fileHandleForReading
        let said = try await BlockingThreads.shared.run(path) {
            try #require(try answer.read(upToCount: 5))
        }
        try #require(said == Data("held\n".utf8))
    }

    deinit { kill() }

    func kill() { Glibc.kill(pid, SIGKILL) }
}
