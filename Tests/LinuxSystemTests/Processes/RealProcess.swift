import Foundation
import Glibc
import LinuxSystem

/// A program that runs beside the test, and is killed with its owner.
final class RealProcess: Sendable {
    let pid: Int32
    private let process: Locked

    // INVARIANT: used by the owner alone.
    private final class Locked: @unchecked Sendable {
        let process = Process()
    }

    /// Starts a command, and returns when it has become the program of this name; see exec(3).
    init(_ command: String..., until name: String = "sleep") throws {
        process = Locked()
        process.process.executableURL = URL(filePath: "/usr/bin/env")
        process.process.arguments = command
        process.process.standardOutput = FileHandle.nullDevice
        process.process.standardError = FileHandle.nullDevice
        try process.process.run()
        pid = process.process.processIdentifier
        while process.process.isRunning,
            try SmallFile.bytes(at: "/proc/\(pid)/comm") != Array("\(name)\n".utf8)
        {
            sched_yield()
        }
    }

    deinit { end() }

    /// All other signals are blocked, as in the thread that made it.
    func end() {
        kill(pid, SIGKILL)
        process.process.waitUntilExit()
    }
}

/// The exit status of a command.
func status(of command: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}
