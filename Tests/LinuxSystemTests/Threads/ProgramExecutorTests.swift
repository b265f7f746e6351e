import Foundation
import TestSupport
import Testing

/// Tests with the program of Tests/ExecutorProbe.
@Suite(.timeLimit(.minutes(5))) struct `Executor of the program` {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "ExecutorProbe").path()

    private func printed(_ command: [String]) async throws -> String {
        try await runCommand(command).success(of: command)
    }

    /// In the probe, each task makes 20 steps, and a sleep that ends early is an error.
    @Test func `Each step of random tasks is made, on as many threads as there are processors`()
        async throws
    {
        let most = max(2, ProcessInfo.processInfo.activeProcessorCount)
        for _ in 1...3 {
            let seed = "\(UInt64.random(in: 0...UInt64.max))"
            let found = try await printed([Self.program, "storm", seed, "2000"])
            #expect((2...most).contains { found == "40000 steps, \($0) threads" }, "seed \(seed)")
        }
    }

    @Test func `A thread that is blocked delays no sleeping task`() async throws {
        #expect(try await printed([Self.program, "blocked"]).hasPrefix("1 steps"))
    }

    /// The limit does not apply to root.
    @Test func `One thread suffices if the system has no room for another`() async throws {
        let user = ["setpriv", "--reuid=64321", "--regid=64321", "--clear-groups", "--"]
        let command = user + ["prlimit", "--nproc=1", "--", Self.program, "storm", "1", "200"]
        #expect(try await printed(command) == "4000 steps, 1 threads")
    }
}
