import Foundation
import TestSupport
import Testing

/// GitHub's commands and SARIF. scripts/check-formats passes the other formats to their readers.
@Suite struct `An annotation of a policy` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "a, b.yaml",
            """
            warrant: 1
            name: "100%"
            require:
              - read: /etc/passwd
              - read: /none
                id: key
                because: "a: b, c"
              - unit: a.service
              - read: /none
                severity: advice
              - read: /etc/passwd
                when: { read: /none }
            forbid:
              - read: /etc/passwd
            """
        )
        try folder.policy("raed: /x", "any: []", in: "wrong.yaml")
        try folder.policy("read: /none, when: { read: /none }", in: "nothing.yaml")
    }

    private static let files = ["a, b.yaml", "wrong.yaml", "nothing.yaml", "missing.yaml"]

    @Test func `Each finding and mistake is a workflow command of GitHub`() async throws {
        let command = [TemporaryFolder.program, "check", "--format", "github"]
        let ended = try await folder.run(command + Self.files)
        #expect(
            ended
                == Ended(
                    66,
                    output: """
                        ::error file=a%2C b.yaml,line=5,col=5,title=read /none [key]::100%25: \
                        does not exist; required because a: b, c
                        ::error file=a%2C b.yaml,line=8,col=5,title=unit a.service active::100%25: \
                        no D-Bus at /nonexistent/bus
                        ::warning file=a%2C b.yaml,line=9,col=5,title=read /none::100%25: does not exist
                        ::error file=a%2C b.yaml,line=14,col=5,title=forbid read /etc/passwd::100%25: \
                        is authorized, but forbidden: owner rw-
                        ::error file=wrong.yaml,line=4,col=7,title=unknown-word::\
                        unknown word `raed`; did you mean `read`?
                        ::error file=wrong.yaml,line=5,col=12,title=empty-list::\
                        `any` is empty, and an empty group never holds; list at least one requirement
                        ::error file=nothing.yaml,line=1,col=1,title=the policy::policy: \
                        no requirement applied
                        ::error file=missing.yaml::\(noSuchPolicy)

                        """
                )
        )
    }

    @Test func `Each finding and mistake is a result in SARIF`() async throws {
        let command = [TemporaryFolder.program, "check", "--format", "sarif"]
        let ended = try await folder.run(command + Self.files)
        #expect(ended.status == 66)
        let log = try JSONSerialization.jsonObject(with: Data(ended.output.utf8))
        let run = try #require(((log as? [String: Any])?["runs"] as? [[String: Any]])?.first)
        let found = try #require(run["results"] as? [[String: Any]])
        let results = found.map { result -> String in
            let message = (result["message"] as? [String: String])?["text"] ?? ""
            let level = result["level"] as? String ?? ""
            let rule = result["ruleId"] as? String ?? ""
            return "\(level) \(rule): \(message)\n"
        }
        #expect(
            results.joined() == """
                error denied: 100%: read /none [key]: does not exist; required because a: b, c
                error undetermined: 100%: unit a.service active: no D-Bus at /nonexistent/bus
                warning denied: 100%: read /none: does not exist
                error authorized-though-forbidden: 100%: forbid read /etc/passwd: \
                is authorized, but forbidden: owner rw-
                error unknown-word: unknown word `raed`; did you mean `read`?
                error empty-list: `any` is empty, and an empty group never holds; \
                list at least one requirement
                error nothing-applied: policy: the policy: no requirement applied

                """
        )
        let invocation = (run["invocations"] as? [[String: Any]])?.first
        #expect(invocation?["exitCode"] as? Int == 66)
        let notices = invocation?["toolExecutionNotifications"] as? [[String: Any]]
        let notice = notices?.first?["message"] as? [String: String]
        #expect(notice?["text"] == noSuchPolicy)
    }

    @Test(arguments: [("nothing.yaml", 2), ("wrong.yaml", 65), ("missing.yaml", 66)])
    func `SARIF states whether every policy was checked`(file: String, status: Int) async throws {
        let ended = try await folder.warrant("check", "--format", "sarif", file)
        #expect(ended.status == status)
        let word = status < 64 ? "true" : "false"
        #expect(ended.output.contains("\"executionSuccessful\" : \(word)"), "\(ended)")
    }

    @Test(arguments: [
        ("junit", #"file="wrong.yaml" line="5"><error message="wrong.yaml:5:12: `any` is empty"#),
        ("junit", #"type="undetermined">wrong.yaml:5:12</error>"#),
        ("tap", #"  at: "wrong.yaml:5:12""#),
    ])
    func `JUnit and TAP show the place of a mistake`(format: String, text: String) async throws {
        let ended = try await folder.warrant("check", "--format", format, "wrong.yaml")
        #expect(ended.status == 65)
        #expect(ended.output.contains(text), "\(ended.output)")
    }
}
