import TestSupport
import Testing

extension `A real systemd` {
    /// Predictions of what random services may do with files, judged by the services themselves.
    @Suite struct `Sandbox at random` {
        private static let units = 60
        private static let questions = 40

        @Test func `Each predicted call ends as the real one`() async throws {
            let systemd = try await SystemdHost.shared
            try await withFreshSeed { seed in
                let ended = try await systemd.ended([
                    SystemdHost.program("SandboxJudge"), "\(seed)", "\(Self.units)",
                    "\(Self.questions)",
                ])
                let last = ended.output.split(separator: "\n").last.map(String.init) ?? ""
                let counts = last.split { !$0.isNumber }.compactMap { Int($0) }
                try #require(ended.status == 0 && counts.count == 5, "\(ended.output)")
                let (agreed, unknown, disagreed) = (counts[0], counts[1], counts[2])
                let wrong = ended.output.split(separator: "\n").filter { $0.contains("DISAGREES") }
                #expect(disagreed == 0, "seed \(seed): \(wrong)")
                // A service that does not start counts once.
                #expect(agreed > Self.units * Self.questions / 2, "\(last)")
                #expect(unknown * 10 < agreed, "\(last)")
            }
        }
    }
}
