import Foundation
import TestSupport
import Testing

/// Tests `warrant can --pid` against a process that really takes the steps of the closed list.
@Suite(.serialized) struct `Reach of a process` {
    private static let settings = ProcessInfo.processInfo.environment
    private static let cases = settings["WARRANT_REACH_CASES"] ?? "300"
    private static let seed =
        settings["WARRANT_SEED"] ?? "\(UInt64.random(in: 0..<1 << 40))"
    private static let program =
        settings["WARRANT_PROGRAM"] ?? Trial.builds.appending(path: "warrant").path()

    @Test func `The reach in a verdict agrees with a real process`() async throws {
        try #require(getuid() == 0, "the judge becomes others: run the tests as root")
        let folder = try TemporaryFolder()
        let judge = Trial.builds.appending(path: "ReachJudge").path()
        let judged = try await runCommand(
            [judge, folder.path(of: ""), Self.seed, Self.cases, Self.program]
        )
        print(judged.output)
        #expect(judged.status == 0, "\(judged.errors)")
    }
}
