import Foundation
import TestSupport
import Testing

/// Formats for tools: GitHub's commands in full, JSON and SARIF by the members that their readers need.
@Suite struct `Lint reports for other programs` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("a, b.yaml", Self.policy)
    }

    /// Both findings are on line 5, the second after an `ä`.
    static let policy = """
        warrant: 1
        name: web
        summary: s
        require:
          - any: [{ read: "/ä//x" }]

        """
    static let first =
        "`any` has one part, and means no more than that; "
        + "write the part in its place, or add the other parts"
    static let second =
        "`/ä//x` has `//` or `/./` in it, so a search for its usual form misses it; write `/ä/x`"

    private func values(_ format: String, _ status: Int, _ names: String...) async throws
        -> [String: Any]
    {
        let command = [TemporaryFolder.program, "lint", "--format", format] + names
        let ended = try await folder.run(command)
        #expect(ended.status == status)
        #expect(ended.errors == "")
        let value = try JSONSerialization.jsonObject(with: Data(ended.output.utf8))
        return try #require(value as? [String: Any])
    }

    @Test func `A finding is a workflow command of GitHub`() async throws {
        let ended = try await folder.warrant("lint", "--format", "github", "a, b.yaml", "no%x")
        let start = "::warning file=a%2C b.yaml,line=5,"
        #expect(
            ended.output.split(separator: "\n").map(String.init) == [
                "\(start)col=5,title=single-part::\(Self.first)",
                "\(start)col=19,title=unclean-path::\(Self.second)",
                "::error file=no%25x::\(noSuchPolicy)",
            ]
        )
        #expect(ended.status == 66)
    }

    @Test func `A GitHub command has no invisible characters in a name`() async throws {
        try folder.file("a\u{1B}[31m\nx", Self.policy)
        let names = ["a\u{1B}[31m\nx", "\u{202E}no"]
        let command = [TemporaryFolder.program, "lint", "--format", "github"] + names
        let ended = try await folder.run(command)
        #expect(
            ended.output.split(separator: "\n").map(String.init) == [
                #"::warning file=a\u{1b}[31m\nx,line=5,col=5,title=single-part::\#(Self.first)"#,
                #"::warning file=a\u{1b}[31m\nx,line=5,col=19,title=unclean-path::\#(Self.second)"#,
                #"::error file=\u{202e}no::\#(noSuchPolicy)"#,
            ]
        )
    }

    @Test func `The JSON report has the findings of each policy`() async throws {
        let report = try await values("json", 66, "a, b.yaml", "missing")
        #expect(report["version"] as? Int == 1)
        #expect(report["command"] as? String == "lint")
        #expect(report["exit"] as? Int == 66)
        let policies = try #require(report["policies"] as? [[String: Any]])
        #expect(policies.map { $0["outcome"] as? String } == ["findings", "unreadable"])
        let findings = try #require(policies[0]["findings"] as? [[String: Any]])
        #expect(findings.map { $0["id"] as? String } == ["single-part", "unclean-path"])
        #expect(findings.map { $0["fixable"] as? Bool } == [true, true])
        let place = try #require(findings[1]["place"] as? [String: Any])
        #expect(place["line"] as? Int == 5)
        #expect(place["column"] as? Int == 19)
        #expect(policies[1]["problem"] as? String == noSuchPolicy)
    }

    @Test func `The SARIF report has each finding with its rule and place`() async throws {
        let log = try await values("sarif", 1, "a, b.yaml")
        #expect(log["version"] as? String == "2.1.0")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        #expect(run["columnKind"] as? String == "unicodeCodePoints")
        let tool = try #require(run["tool"] as? [String: Any])
        let driver = try #require(tool["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "warrant")
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleId"] as? String } == ["single-part", "unclean-path"])
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect(result["level"] as? String == "warning")
        }
        let message = try #require(results[1]["message"] as? [String: Any])
        #expect(message["text"] as? String == Self.second)
        let physical = try #require(Self.place(of: results[1]))
        let artifact = try #require(physical["artifactLocation"] as? [String: Any])
        #expect(artifact["uri"] as? String == "a%2C%20b.yaml")
        #expect(physical["region"] as? [String: Int] == ["startLine": 5, "startColumn": 19])
    }

    private static func place(of value: [String: Any]) -> [String: Any]? {
        let locations = value["locations"] as? [[String: Any]]
        return locations?.first?["physicalLocation"] as? [String: Any]
    }

    @Test func `The fixes in the SARIF report equal those of --fix`() async throws {
        let log = try await values("sarif", 1, "a, b.yaml")
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let fixes = try #require(results[1]["fixes"] as? [[String: Any]])
        let changes = try #require(fixes[0]["artifactChanges"] as? [[String: Any]])
        let replacements = try #require(changes[0]["replacements"] as? [[String: Any]])
        #expect(replacements.count == 1)
        let region = try #require(replacements[0]["deletedRegion"] as? [String: Int])
        let content = try #require(replacements[0]["insertedContent"] as? [String: String])
        var bytes = Array(Self.policy.utf8)
        let start = try #require(region["byteOffset"])
        let length = try #require(region["byteLength"])
        bytes.replaceSubrange(start..<start + length, with: Array((content["text"] ?? "").utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == Self.policy.replacing("//", with: "/"))
    }

    @Test func `The SARIF report names a policy that cannot be read`() async throws {
        let run = try await values("sarif", 66, "missing")["runs"] as? [[String: Any]]
        let invocations = try #require(run?.first?["invocations"] as? [[String: Any]])
        #expect(invocations[0]["executionSuccessful"] as? Bool == false)
        #expect(invocations[0]["exitCode"] as? Int == 66)
        let told = try #require(
            invocations[0]["toolExecutionNotifications"] as? [[String: Any]]
        )
        let message = try #require(told[0]["message"] as? [String: String])
        #expect(message["text"] == noSuchPolicy)
        let artifact = Self.place(of: told[0])?["artifactLocation"] as? [String: String]
        #expect(artifact?["uri"] == "missing")
    }
}
