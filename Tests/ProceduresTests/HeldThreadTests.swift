import Foundation
import TestSupport
import Testing

@testable import Procedures

/// Tests with the program of Tests/HeldThreadProbe.
@Suite struct `A body that blocks its thread` {
    private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "HeldThreadProbe").path()

    private func warnings(_ scene: String) async throws -> [Substring] {
        let command = [Self.program, scene]
        return try await runCommand(command).success(of: command).split(separator: "\n")
    }

    @Test func `is logged once, and one that suspends is not`() async throws {
        let found = try await warnings("one")
        let finding =
            "its work has held a thread for 100 ms; call what blocks with `onBlockingThread`"
        #expect(found == ["body-1: \(finding)"])
    }

    /// It depends on the machine whether a thread of their priority is left.
    @Test func `is logged beside all others that do`() async throws {
        let found = try await warnings("all").map { $0.replacing(" or waited for one", with: "") }
        let finding =
            "its work has held a thread for 100 ms; call what blocks with `onBlockingThread`"
        let all = (1...ProcessInfo.processInfo.activeProcessorCount).map {
            "body-\($0): \(finding)"
        }
        #expect(found.map(String.init).sorted() == all.sorted())
    }

    @Test func `is not looked for without a logger`() async throws {
        let queue = ProcedureQueue()
        #expect(queue.core.bodies == nil)
        #expect(try await queue.run(Procedure("quiet") { #isolation == nil }).get())
    }
}
