import Foundation
import TestSupport
import Testing

/// What a process of one thread does with its kernel capabilities, by the program of Tests/PrivilegeProbe.
@Suite(.timeLimit(.minutes(2))) struct `A process that has kernel capabilities` {
    @Test func `shows what is raised on no other thread, whatever tasks and threads come and go`()
        async throws
    {
        let output = try await Self.probe("leak")
        let words = output.split(separator: " ").map(String.init)
        try #require(words.first == "samples", "\(output)")
        #expect(words.last == "0\n", "\(output)")
    }

    @Test func `gives up all but what it keeps, in every set`() async throws {
        let kept = String(repeating: "0", count: 13) + "401"
        let none = String(repeating: "0", count: 16)
        let output = try await Self.probe("drop")
        #expect(
            output == "CapInh:\t\(none)\nCapPrm:\t\(kept)\nCapEff:\t\(none)\nCapBnd:\t\(kept)\n"
                + "CapAmb:\t\(none)\n"
        )
    }

    @Test func `gives up nothing beside another thread, and says what to do`() async throws {
        let output = try await Self.probe("drop-beside-others")
        #expect(
            output.hasPrefix(
                "error capset(2) failed for `a process of 2 threads`: Device or resource busy (EBUSY); give them up before the first `await`"
            )
        )
        #expect(!output.contains("CapEff:\t\(String(repeating: "0", count: 16))"))
    }

    private static func probe(_ mode: String) async throws -> String {
        try #require(getuid() == 0, "root is needed to have capabilities")
        let folder = try TemporaryFolder()
        let file = try folder.file("output")
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        try await runCommand([program, mode], into: file)
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
