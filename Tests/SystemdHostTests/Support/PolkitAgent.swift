import LinuxSystem
import TestSupport

/// The program of Tests/PolkitAgent in the host, which answers what polkit asks about one process.
final class PolkitAgent {
    enum Manner: String { case yes, dismiss, never }

    private let program: TalkingProgram

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
        let agent = SystemdHost.program("PolkitAgent")
        let words = ["\(process.pid)", "\(process.startTime)", manner.rawValue]
        program = systemd.talk(to: [agent] + words)
        try await expect("ready")
    }

    /// Returns once polkit knows of it no more.
    func end() async throws { try await program.end() }

    /// Returns when this is the next thing that it says.
    func expect(_ line: String) async throws {
        let next = await program.line()
        guard next == line else {
            throw SystemdHost.Failure(description: "the agent said \(next ?? "nothing")")
        }
    }
}
