import Foundation
import TestSupport
import Testing

@Suite struct `JSON report` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "mixed.yaml",
            """
            warrant: 1
            name: mixed
            require:
              - read: /etc/passwd
              - read: /none
              - unit: a.service
              - read: /etc/passwd
                when: { read: /none }
            forbid:
              - read: /none
              - read: /etc/passwd
            """
        )
        try folder.policy("read: /etc/passwd", in: "holds.yaml")
        try folder.policy("unit: a.service", in: "unknown.yaml")
        try folder.policy("any: []", in: "invalid.yaml")
        try folder.policy("read: /etc/passwd", in: "writable.yaml")
        try folder.change("writable.yaml", mode: 0o666)
    }

    private struct Check: Decodable {
        struct Policy: Decodable {
            struct Requirement: Decodable {
                let rule: String
                let outcome: String
                let finding: Finding
            }
            struct Finding: Decodable {
                let title: String
                let verdict: String
            }
            struct Diagnostic: Decodable { let id: String }

            let path: String
            let outcome: String
            let requirements: [Requirement]?
            let diagnostics: [Diagnostic]?
            let problem: String?
        }

        let version: Int
        let command: String
        let exit: Int
        let policies: [Policy]
    }

    @Test(arguments: [
        ("holds.yaml", 0, "holds"), ("mixed.yaml", 1, "fails"),
        ("unknown.yaml", 2, "undetermined"), ("invalid.yaml", 65, "invalid"),
        ("writable.yaml", 65, "invalid"), ("missing.yaml", 66, "unreadable"),
    ])
    func `The report has the exit status and the outcome`(
        policy: String,
        status: Int,
        outcome: String
    ) async throws {
        let ended = try await folder.warrant("check", "--format", "json", policy)
        let report = try JSONDecoder().decode(Check.self, from: Data(ended.output.utf8))
        #expect(ended.status == status)
        #expect(report.exit == status)
        #expect(report.version == 1)
        #expect(report.command == "check")
        #expect(report.policies.map(\.path) == [policy])
        #expect(report.policies.map(\.outcome) == [outcome])
    }

    @Test func `The requirements come in the same order as in the text report`() async throws {
        let text = try await folder.warrant("check", "mixed.yaml")
        let json = try await folder.warrant("check", "--format", "json", "mixed.yaml")
        let report = try JSONDecoder().decode(Check.self, from: Data(json.output.utf8))
        let requirements = try #require(report.policies.first?.requirements)
        let marks = ["holds": "✓", "fails": "✗", "undetermined": "?", "not-applicable": "–"]
        let told = requirements.map { requirement in
            let rule = requirement.rule == "forbid" ? "forbid " : ""
            return "\(marks[requirement.outcome] ?? "") \(rule)\(requirement.finding.title)"
        }
        // Evidence is indented further.
        let lines = text.findings.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        #expect(lines.count == 6)
        #expect(zip(lines, told).allSatisfy { $0.dropFirst(2).hasPrefix($1) })
        let verdicts = requirements.map(\.finding.verdict)
        let expected = [
            "authorized", "denied", "undetermined", "undetermined", "denied", "authorized",
        ]
        #expect(verdicts == expected)
    }

    @Test func `Several policies stay in the order in which they are named`() async throws {
        let ended = try await folder.warrant(
            "check",
            "--format=json",
            "missing.yaml",
            "invalid.yaml",
            "holds.yaml"
        )
        let report = try JSONDecoder().decode(Check.self, from: Data(ended.output.utf8))
        #expect(report.policies.map(\.outcome) == ["unreadable", "invalid", "holds"])
        let problem = try #require(report.policies[0].problem)
        #expect(problem.hasPrefix("no such file here, and no such policy in "))
        #expect(report.policies[1].diagnostics?.map(\.id) == ["empty-list"])
    }

    @Test func `The report states that a writable policy was read`() async throws {
        let ended = try await folder.warrant(
            "check",
            "--format=json",
            "--allow-writable-policy",
            "writable.yaml"
        )
        let report = try JSONDecoder().decode(Check.self, from: Data(ended.output.utf8))
        #expect(report.policies.map(\.outcome) == ["holds"])
        #expect(report.policies[0].diagnostics?.map(\.id) == ["writable-policy"])
    }

    @Test func `The answer to one question is an object with its reasons`() async throws {
        let ended = try await folder.warrant("can", "unit", "a.service", "masked", "--format=json")
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        {
                          "action" : "unit",
                          "argument" : "masked",
                          "command" : "can",
                          "exit" : 2,
                          "object" : "a.service",
                          "reasons" : [
                            {
                              "cause" : "other",
                              "code" : "look-failed",
                              "evidence" : [

                              ],
                              "message" : "no D-Bus at /nonexistent/bus",
                              "object" : "unit a.service masked",
                              "remedies" : [

                              ]
                            }
                          ],
                          "subject" : "this process",
                          "verdict" : "undetermined",
                          "version" : 1
                        }

                        """
                )
        )
    }
}
