import TestSupport
import Testing

@Suite struct `Text report` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            summary: \(String(repeating: "a long summary that must be broken ", count: 4))
            require:
              - read: /etc/passwd
              - read: \(folder.path)/none/of/these/folders/exists
                because: \(String(repeating: "there are many words of reason ", count: 4))
              - unit: a-service-of-a-long-name-indeed.service
              - any:
                  - all: [{ read: /none }, { connect: "unix:/none/of/these/folders" }]
                  - not: { read: /etc/passwd }
            forbid:
              - capability: CAP_DAC_READ_SEARCH
            """
        )
    }

    @Test(arguments: Caller.allCases)
    func `The report is at most 80 columns wide`(caller: Caller) async throws {
        let ended = try await folder.warrant("check", "--evidence", "policy.yaml", by: caller)
        #expect(ended.status == 1)
        #expect(ended.output.split(separator: "\n").filter { $0.count > 80 } == [])
    }

    @Test(arguments: ["check policy.yaml", "can read /none", "can use CAP_KILL"])
    func `The output has no colour if it does not go to a terminal`(arguments: String) async throws
    {
        let ended = try await folder.run(["sh", "-c", "\(TemporaryFolder.program) \(arguments)"])
        #expect(!ended.output.contains("\u{1B}"))
    }

    @Test func `The output has colour on a terminal`() async throws {
        #expect(
            try await onTerminal("can read /none").hasPrefix(
                "\u{1B}[31m✗\u{1B}[0m this process may not read /none\r\n"
            )
        )
        #expect(
            try await onTerminal("check policy.yaml").contains(
                "\r\n  \u{1B}[32m✓\u{1B}[0m read /etc/passwd\r\n"
            )
        )
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "dumb"]])
    func `The output has no colour with NO_COLOR or a dumb terminal`(environment: [String: String])
        async throws
    {
        let output = try await onTerminal("can read /none", environment)
        #expect(output.hasPrefix("✗ this process may not read /none\r\n"))
        #expect(!output.contains("\u{1B}"))
    }

    @Test func `An empty NO_COLOR keeps the colour`() async throws {
        #expect(try await onTerminal("can read /none", ["NO_COLOR": ""]).contains("\u{1B}[31m"))
    }

    @Test(arguments: [
        ["can", "read", "/\u{1B}[31m\u{7}\n\u{202E}x"],
        ["can", "connect", "unix:/\u{1B}[31m\n"],
        ["can", "connect", "unix:@\u{1B}[31m\n"],
        ["can", "resolve", "\u{1B}[31m\n"],
        ["can", "unit", "\u{1B}.service"],
        ["check", "/\u{1B}[31m\u{9B}\n\u{202E}x"],
    ])
    func `The output contains no control characters`(arguments: [String]) async throws {
        let ended = try await folder.run([TemporaryFolder.program] + arguments)
        let controls = (ended.output + ended.errors).unicodeScalars.filter {
            [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
        }
        #expect(controls.isEmpty)
        #expect([1, 2, 64, 66].contains(ended.status))
    }

    /// Returns the text that a user sees, with the line ends of a terminal.
    private func onTerminal(
        _ arguments: String,
        _ environment: [String: String] = [:]
    ) async throws -> String {
        let line = "\(TemporaryFolder.program) \(arguments)"
        let command = ["script", "--quiet", "--command", line, "/dev/null"]
        return try await folder.run(command, environment: environment).output
    }
}
