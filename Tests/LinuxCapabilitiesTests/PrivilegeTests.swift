import Foundation
import TestSupport
import Testing

/// The use of kernel capabilities by a process with one thread, with the program of Tests/PrivilegeProbe.
@Suite(.timeLimit(.minutes(20))) struct `Process with kernel capabilities` {
    @Test func `A raised capability is never visible on another thread`()
        async throws
    {
        let output = try await Self.probe("leak")
        let words = output.split(separator: " ").map(String.init)
        try #require(words.first == "samples", "\(output)")
        #expect(words.last == "0\n", "\(output)")
    }

    /// By default, the process also gives up the gain from set-user-ID bits.
    @Test(arguments: [("drop", 1), ("drop-and-gain", 0)])
    func `A process gives up all but the kept capabilities in every set`(
        mode: String,
        noNewPrivileges: Int
    ) async throws {
        let kept = String(repeating: "0", count: 13) + "401"
        let none = String(repeating: "0", count: 16)
        let output = try await Self.probe(mode)
        #expect(
            output == "CapInh:\t\(none)\nCapPrm:\t\(kept)\nCapEff:\t\(none)\nCapBnd:\t\(kept)\n"
                + "CapAmb:\t\(none)\nNoNewPrivs:\t\(noNewPrivileges)\n"
        )
    }

    @Test func `Giving up capabilities fails beside another thread`() async throws {
        let output = try await Self.probe("drop-beside-others")
        #expect(
            output.hasPrefix(
                "error capset(2) failed for `a process of 2 threads`: Device or resource busy (EBUSY); give them up before the first `await`"
            )
        )
        #expect(!output.contains("CapEff:\t\(String(repeating: "0", count: 16))"))
    }

    @Test func `A file is opened only with a capability that permits it`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("key", "judged", mode: 0)
        let no =
            "within-reach: 0000 `root:root`: owner ---, and user `root` owns it; this process can gain the permission "
            + "by itself: it owns \(path), so it can change the mode of \(path); closed"
        let either =
            "capability-not-enough: does not permit it either: Permission denied (EACCES); closed"
        #expect(
            try await Self.probe("file", path) == """
                read; as it is; \(no)
                read; CAP_CHOWN; \(either)
                read; CAP_SYS_ADMIN; capability-not-permitted: is not in the permitted set of this thread, so it cannot be raised; closed
                read; CAP_DAC_READ_SEARCH; file-permitted: CAP_DAC_READ_SEARCH permits it, and is raised for it; judged
                write; CAP_DAC_READ_SEARCH; \(either)
                write; CAP_DAC_OVERRIDE; file-permitted: CAP_DAC_OVERRIDE permits it, and is raised for it; written
                in effect 0

                """
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "Judged")
    }

    private static func probe(_ mode: String, _ arguments: String...) async throws -> String {
        try #require(getuid() == 0, "root is needed to have capabilities")
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        return try await runCommand([program, mode] + arguments).output
    }
}
