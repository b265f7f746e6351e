import Foundation
import TestSupport
import Testing

/// The assumptions of an `authorized` for a confined subject: here by a filter and by no_new_privs.
@Suite struct `Assumptions of an authorized answer` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            require:
              - read: /etc/passwd
            forbid:
              - read: /none
            """
        )
    }

    private func filtered(_ arguments: String...) async throws -> Ended {
        try await folder.run(underFilter + [TemporaryFolder.program] + arguments)
    }

    private static let filter = "no seccomp filter refuses it"

    @Test func `An authorized answer names its assumption`() async throws {
        let ended = try await filtered("can", "use", "CAP_KILL")
        #expect(ended.status == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.first == "✓ this process may use CAP_KILL")
        #expect(lines.contains("  assumes that \(Self.filter)"))
        let free = try await folder.warrant("can", "use", "CAP_KILL")
        #expect(!free.output.contains("assumes"))
    }

    @Test func `A report shows assumptions only with --evidence`() async throws {
        let short = try await filtered("check", "policy.yaml")
        #expect(short.status == 0)
        #expect(!short.output.contains("assumes"))
        let long = try await filtered("check", "--evidence", "policy.yaml")
        #expect(long.status == 0)
        #expect(
            long.output.split(separator: "\n").count { $0 == "      assumes that \(Self.filter)" }
                == 1
        )
    }

    private struct Report: Decodable {
        struct Assumption: Decodable, Equatable {
            let code: String
            let clause: String
        }
        struct Policy: Decodable {
            struct Requirement: Decodable {
                struct Finding: Decodable {
                    let verdict: String
                    let assumes: [Assumption]?
                }
                let finding: Finding
            }
            let requirements: [Requirement]
        }
        let exit: Int
        let verdict: String?
        let assumes: [Assumption]?
        let policies: [Policy]?
    }

    private func report(_ ended: Ended) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(ended.output.utf8))
    }

    private static let assumed = [Report.Assumption(code: "seccomp-filter", clause: filter)]

    @Test func `The JSON of an answer and of a check lists assumptions`() async throws {
        let answer = try report(
            try await filtered("can", "--format", "json", "read", "/etc/passwd")
        )
        #expect(answer.exit == 0 && answer.verdict == "authorized")
        #expect(answer.assumes == Self.assumed)
        let checked = try report(try await filtered("check", "--format", "json", "policy.yaml"))
        let findings = try #require(checked.policies?.first).requirements.map(\.finding)
        #expect(findings.map(\.verdict) == ["authorized", "denied"])
        #expect(findings.map(\.assumes) == [Self.assumed, nil])
        let free = try await folder.warrant("can", "--format", "json", "read", "/etc/passwd")
        #expect(!free.output.contains("assumes"))
    }

    @Test func `A strict answer is not known and names the assumption`() async throws {
        let ended = try await filtered("can", "--strict", "read", "/etc/passwd")
        #expect(ended.status == 2)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.first == "? it is not known whether this process may read /etc/passwd")
        #expect(ended.output.contains("is authorized only if \(Self.filter)"))
        let json = try await filtered("can", "--strict", "--format", "json", "use", "CAP_KILL")
        let answer = try report(json)
        #expect(answer.exit == 2 && answer.verdict == "undetermined")
        #expect(answer.assumes == Self.assumed)
        #expect(try await folder.warrant("can", "--strict", "use", "CAP_KILL").status == 0)
    }

    @Test func `A strict check reports an assumed requirement as not known`() async throws {
        let ended = try await filtered("check", "--strict", "policy.yaml")
        #expect(
            ended
                == Ended(
                    2,
                    output: """
                        policy.yaml: policy

                          ? read /etc/passwd    is authorized only if no seccomp filter refuses it
                          ✓ forbid read /none   does not exist

                        1 of 2 is not known; 1 holds because what it names does not exist

                        """
                )
        )
        #expect(try await folder.warrant("check", "--strict", "policy.yaml").status == 0)
    }

    @Test func `Each entry of a listing carries the assumption`() async throws {
        try folder.folder("tree")
        try folder.file("tree/key")
        let list = ["can", "--list", "--format", "json", folder.path(of: "tree")]
        let ended = try await folder.run(underFilter + [TemporaryFolder.program] + list)
        #expect(ended.status == 0)
        #expect(
            ended.output.contains(
                #""assumes":[{"clause":"\#(Self.filter)","code":"seccomp-filter"}]"#
            )
        )
        #expect(!ended.output.contains("undetermined"))
        let strict = try await folder.run(
            underFilter + [TemporaryFolder.program] + list + ["--strict"]
        )
        #expect(strict.status == 2)
        #expect(!strict.output.contains("authorized"))
        let text = try await filtered("can", "--list", folder.path(of: "tree"))
        #expect(text.output.hasSuffix("\n\nassumes that \(Self.filter)\n"))
    }

    @Test func `The status of another process yields its assumptions`() async throws {
        try await withChild(["setpriv", "--no-new-privs"] + underFilter + ["cat"]) { child in
            let process = "\(child.pid)"
            let ended = try await folder.warrant(
                "can",
                "--format",
                "json",
                "--pid",
                process,
                "read",
                "/etc/passwd"
            )
            let codes = try report(ended).assumes?.map(\.code)
            #expect(codes == ["seccomp-filter", "landlock-possible"])
            let strict = try await folder.warrant(
                "can",
                "--strict",
                "--pid",
                process,
                "read",
                "/etc/passwd"
            )
            #expect(strict.status == 2)
        }
    }

    /// A batch line is about another subject, but this process resolves the name.
    @Test func `A batch answer may rest on the answer to this process`() async throws {
        let line =
            #"{"id":1,"subject":{"uid":33,"gid":33},"action":"resolve","object":"127.0.0.1"}"#
        try folder.file("lines", line + "\n")
        let assumed =
            #""assumes":[{"code":"asked-in-its-place","clause":"the network treats the subject as this process"}]"#
        #expect(
            try await folder.warrant("can", "--batch", "lines").output
                == #"{"id":1,"verdict":"authorized","errno":null,"because":"is 127.0.0.1",\#(assumed)}"#
                + "\n"
        )
        let strict = try await folder.warrant("can", "--strict", "--batch", "lines")
        #expect(strict.status == 0)
        #expect(strict.output.hasPrefix(#"{"id":1,"verdict":"undetermined","#))
        #expect(strict.output.hasSuffix("\(assumed)}\n"))
    }
}
