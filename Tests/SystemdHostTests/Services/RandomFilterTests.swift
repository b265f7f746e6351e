import Foundation
import ServiceModel
import TestSupport
import Testing

extension `A real systemd` {
    /// Answers about random services with filters of system calls, judged by the services themselves.
    @Suite struct `Filters at random` {
        private static let units = 30
        private static let questions = 25

        @Test func `Each answer about a filtered service is what it meets`() async throws {
            let systemd = try await SystemdHost.shared
            try await withFreshSeed { seed in
                let ended = try await systemd.ended([
                    SystemdHost.program("FilterJudge"), "\(seed)", "\(Self.units)",
                    "\(Self.questions)",
                ])
                let last = ended.output.split(separator: "\n").last.map(String.init) ?? ""
                let counts = last.split { !$0.isNumber }.compactMap { Int($0) }
                try #require(ended.status == 0 && counts.count == 5, "\(ended.output)")
                let (agreed, unknown, disagreed) = (counts[0], counts[1], counts[2])
                let wrong = ended.output.split(separator: "\n").filter { $0.contains("DISAGREES") }
                #expect(disagreed == 0, "seed \(seed): \(wrong)")
                #expect(agreed > Self.units * Self.questions / 2, "\(last)")
                #expect(unknown * 4 < agreed, "\(last)")
            }
        }

        /// The processes call prctl(2) themselves, and not systemd.
        @Test func `Each answer about a process that has loaded filters is what it meets`()
            async throws
        {
            let systemd = try await SystemdHost.shared
            try await withFreshSeed { seed in
                let ended = try await systemd.ended([
                    SystemdHost.program("FilterJudge"), "\(seed)", "60", "25",
                    SystemdHost.program(""),
                ])
                let last = ended.output.split(separator: "\n").last.map(String.init) ?? ""
                let counts = last.split { !$0.isNumber }.compactMap { Int($0) }
                try #require(ended.status == 0 && counts.count == 5, "\(ended.output)")
                let wrong = ended.output.split(separator: "\n").filter { $0.contains("DISAGREES") }
                #expect(counts[2] == 0 && counts[4] == 0, "seed \(seed): \(last) \(wrong)")
                #expect(counts[0] > 60 * 25 / 2, "\(last)")
            }
        }

        @Test func `The sets of system calls are those of systemd`() async throws {
            let systemd = try await SystemdHost.shared
            let printed = try await systemd.output(of: "systemd-analyze", "syscall-filter")
            var sets: [String: Set<String>] = [:]
            var name = ""
            for line in printed.split(separator: "\n") {
                if line.hasPrefix("@") {
                    name = String(line)
                    sets[name] = []
                } else if line.hasPrefix("    "), !line.hasPrefix("    #") {
                    sets[name]?.insert(line.trimmingCharacters(in: .whitespaces))
                }
            }
            #expect(sets.count > 20)
            #expect(sets.keys.sorted() == SystemCallSets.names.sorted())
            func expanded(_ name: String) -> Set<String> {
                let calls = sets[name] ?? []
                let parts = calls.filter { $0.hasPrefix("@") }
                return parts.reduce(calls.subtracting(parts)) { $0.union(expanded($1)) }
            }
            for name in sets.keys {
                #expect(SystemCallSets.calls(of: name) == expanded(name), "\(name)")
            }
        }
    }
}
