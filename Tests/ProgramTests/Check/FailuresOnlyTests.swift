import Foundation
import TestSupport
import Testing

@Suite struct `Report with --only failures` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.policy("read: /etc/passwd", in: "holds.yaml")
        try folder.policy(
            "read: /etc/passwd",
            "read: /none",
            "read: /none, severity: advice",
            "unit: a.service",
            "read: /none, when: { read: /none }",
            in: "fails.yaml"
        )
        try folder.policy("read: /none, when: { read: /none }", in: "nothing.yaml")
    }

    @Test func `The report shows failures and unknown answers, and counts all`() async throws {
        let ended = try await folder.warrant("check", "--only", "failures", "fails.yaml")
        #expect(
            ended
                == Ended(
                    1,
                    output: """
                        fails.yaml: policy

                          ✗ read /none              does not exist
                          ! read /none              advice: does not exist
                          ? unit a.service active   no D-Bus at /nonexistent/bus

                        1 of 3 does not hold: 1 denied; 1 is not known; 1 not applicable; advice: 1 of 1
                        does not hold

                        """
                )
        )
    }

    @Test func `Policies that hold are left out and counted`() async throws {
        let ended = try await folder.warrant(
            "check",
            "--only",
            "failures",
            "holds.yaml",
            "nothing.yaml",
            "holds.yaml"
        )
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        nothing.yaml: policy

                        no requirement applies; 1 not applicable

                        total of 3 policies: 2 hold, 1 is not known
                        total of requirements: all 2 hold; 1 not applicable

                        """
                )
        )
    }

    @Test func `The report is only a summary if every requirement holds`() async throws {
        let one = try await folder.warrant("check", "--only", "failures", "holds.yaml")
        #expect(one == Ended(0, output: "holds.yaml: policy\n\nthe requirement holds\n"))
        let two = try await folder.warrant(
            "check",
            "--only",
            "failures",
            "holds.yaml",
            "holds.yaml"
        )
        #expect(
            two
                == Ended(
                    0,
                    output: """
                        total of 2 policies: 2 hold
                        total of requirements: all 2 hold

                        """
                )
        )
    }

    @Test func `A policy with a writable file stays in the report`() async throws {
        try folder.change("holds.yaml", mode: 0o666)
        let ended = try await folder.warrant(
            "check",
            "--only",
            "failures",
            "--allow-writable-policy",
            "holds.yaml",
            "holds.yaml"
        )
        #expect(ended.output.contains("others could write the policy"), "\(ended)")
    }

    @Test func `The JSON lists every policy and omits requirements that hold`() async throws {
        let command = [TemporaryFolder.program, "check", "--only", "failures", "--format", "json"]
        let ended = try await folder.run(command + ["fails.yaml", "holds.yaml"])
        #expect(ended.status == 1)
        let report = try JSONSerialization.jsonObject(with: Data(ended.output.utf8))
        let policies = (report as? [String: Any])?["policies"] as? [[String: Any]] ?? []
        let requirements = policies.map { $0["requirements"] as? [[String: Any]] ?? [] }
        #expect(
            requirements.map { $0.map { $0["outcome"] as? String } } == [
                ["fails", "fails", "undetermined"], [],
            ]
        )
    }

    @Test(arguments: ["junit", "tap", "sarif", "github", "nagios", "prometheus"])
    func `Formats that count or list failures themselves refuse --only`(format: String) async throws
    {
        let ended = try await folder.warrant(
            "check",
            "--only",
            "failures",
            "--format",
            format,
            "holds.yaml"
        )
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: --only is for --format text and json; leave it out")
    }
}
