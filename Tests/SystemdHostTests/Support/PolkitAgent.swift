import LinuxSystem
import TestSupport

/// The program of Tests/PolkitAgent on the host. It answers polkit's questions about one process.
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

    /// Returns after polkit has registered the agent.
    private init(for process: PolkitProcess, on systemd: SystemdHost, _ manner: Manner) async throws
    {
        let agent = SystemdHost.program("PolkitAgent")
        let words = ["\(process.pid)", "\(process.startTime)", manner.rawValue]
        program = systemd.talk(to: [agent] + words)
        try await expect("ready")
    }

    /// Returns after polkit has dropped the agent.
    func end() async throws { try await program.end() }

    /// Returns when the agent prints this as its next line.
    func expect(_ line: String) async throws {
        let next = await program.line()
        guard next == line else {
            throw SystemdHost.Failure(description: "the agent said \(next ?? "nothing")")
        }
    }
}
