import TestSupport
import Testing

@Suite struct `A file system that has stopped answering` {
    @Test func `costs its requirement the answer, and holds up nothing else`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("silent")
        let silent = try SilentFileSystem(at: folder.path(of: "silent"))
        defer { withExtendedLifetime(silent) {} }
        let others = String(repeating: "  - read: /etc/passwd\n", count: 20)
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            require:
              - read: \(folder.path)/silent/x
                within: 300ms
            \(others)
            """
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        policy

                          ? read \(folder.path)/silent/x   gave no answer within 300 ms

                        """ + String(repeating: "  ✓ read /etc/passwd\n", count: 20) + """

                            1 of 21 is not known

                            """
                )
        )
    }
}
