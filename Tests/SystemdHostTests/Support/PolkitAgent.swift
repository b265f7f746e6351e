import Foundation
import LinuxSystem

/// The program of Tests/PolkitAgent in the host, which answers what polkit asks about one process.
final class PolkitAgent {
    enum Manner: String { case yes, dismiss, never }

    private let program = Process()
    private let input = Pipe()
    private var lines: AsyncStream<String>.Iterator

    /// Answers for a process as long as `body` runs.
    static func with(
        _ manner: Manner,
        for process: PolkitProcess,
        on systemd: SystemdHost,
        _ body: (PolkitAgent) async throws -> Void
    ) async throws {
        let agent = try await PolkitAgent(for: process, on: systemd, manner)
        do {
            try await body(agent)
        } catch {
            try await agent.end()
            throw error
        }
        try await agent.end()
    }

    /// Returns once polkit knows of it.
    private init(for process: PolkitProcess, on systemd: SystemdHost, _ manner: Manner) async throws
    {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        lines = stream.makeAsyncIterator()
        let agent = SystemdHost.program("PolkitAgent")
        let words = ["\(process.pid)", "\(process.startTime)", manner.rawValue]
        (program.executableURL, program.arguments) = systemd.command([agent] + words)
        let output = Pipe()
        program.standardInput = input
        program.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { file in
            let text = String(decoding: file.availableData, as: UTF8.self)
            guard !text.isEmpty else {
                file.readabilityHandler = nil
                return continuation.finish()
            }
            for line in text.split(separator: "\n") { continuation.yield(String(line)) }
        }
        try program.run()
        try await expect("ready")
    }

    /// Returns once polkit knows of it no more.
    func end() async throws {
        try input.fileHandleForWriting.close()
        while await lines.next(isolation: #isolation) != nil {}
    }

    /// Returns when this is the next thing that it says.
    func expect(_ line: String) async throws {
        let next = await lines.next(isolation: #isolation)
        guard next == line else {
            throw SystemdHost.Failure(description: "the agent said \(next ?? "nothing")")
        }
    }
}
