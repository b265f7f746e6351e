import Foundation
import TestSupport
import Testing

@Suite struct `A record of this host` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `A record of the shipped host policy is a test that passes`() async throws {
        let root = TemporaryFolder.program.split(separator: "/.build/")[0]
        let path = "\(root)/policies/host/host.yaml"
        try #require(try await folder.run(["cp", path, "host.yaml"]) == Ended(0))
        let text = try await folder.recorded("host.yaml")
        let live = try await folder.warrant("check", "host.yaml")
        let outcome = ["holds", "fails", "undetermined"][live.status]
        #expect(text.contains("\n    expect: \(outcome)\n"))
    }

    @Test func `A record keeps the facts of a decision and the reason of a failure`() async throws {
        try folder.folder("d", mode: 0o711)
        try folder.file("d/key", "secret words", mode: 0o640)
        try folder.file("d/run", "#!/bin/sh\n", mode: 0o755)
        try folder.link("d/to", to: "key")
        try #require(try await folder.run(["setfacl", "-m", "u:9:r", "d/key"]) == Ended(0))
        try folder.policy(
            "id: open, read: \(folder.path)/d/key, as: { user: \"9\", groups: [\"9\"] }",
            "id: shut, read: \(folder.path)/d/to, as: { user: \"8\", groups: [\"8\"] }",
            "id: run, execute: \(folder.path)/d/run, as: { user: \"8\", groups: [\"8\"] }",
            "id: gone, read: \(folder.path)/d/gone",
            "id: nobody, read: /, as: no-such-user",
            "id: no-group, read: /, as: \"root:no-such-group\"",
            "id: route, route: 127.0.0.1",
            "id: socket, connect: unix:\(folder.path)/none",
            "id: net, raw-sockets: packet",
            "id: journal, read-journal: system",
            "id: mine, capability: CAP_CHOWN, in: bounding"
        )
        let text = try await folder.recorded("policy.yaml")
        #expect(!text.contains("secret words"))
        for line in [
            "    expect: fails", "      shut: fails permission-refused",
            "      gone: fails missing",
            "      nobody: undetermined subject-missing",
            "      no-group: undetermined subject-missing",
            "      socket: fails missing", "    \(folder.path)/d/to: \"lrwxrwxrwx -> key\"",
            "      program: \"script /bin/sh\"",
            "# The id of this machine, by which its journal is found, is confidential.",
            "  machine-id: \"\(try machine())\"",
        ] {
            #expect(text.split(separator: "\n").contains(line[...]), "\(line)\n\(text)")
        }
    }

    private func machine() throws -> String {
        try String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
            .trimmingCharacters(in: .newlines)
    }

    @Test func `A record keeps requirements with the same title apart`() async throws {
        try folder.policy(
            "read: /etc/shadow",
            "read: /etc/shadow, as: { user: \"8\", groups: [\"8\"] }",
            "read: /etc/shadow, as: { user: \"9\", groups: [\"9\"] }",
            "read: /etc/shadow, as: { user: \"9\", groups: [\"9\"] }, within: 4s"
        )
        let text = try await folder.recorded("policy.yaml")
        for name in ["8:8", "9:9 (1)", "9:9 (2)"] {
            let line = "      \"read /etc/shadow as user \(name)\": fails permission-refused"
            #expect(text.split(separator: "\n").contains(line[...]), "\(line)\n\(text)")
        }
    }

    @Test func `A record keeps the parameters that were set`() async throws {
        try folder.file(
            "p.yaml",
            "warrant: 1\nname: p\nparameters: { key: {} }\nrequire: [{ read: \"${key}\" }]\n"
        )
        let text = try await folder.recorded("p.yaml", ["--set", "key=/etc/passwd"])
        #expect(text.contains("\nset:\n  key: /etc/passwd\n"))
    }

    @Test func `A record of an unknown answer expects undetermined`() async throws {
        try folder.policy("stat: /, as: \"70001\"")
        let text = try await folder.recorded("policy.yaml")
        #expect(text.contains("\n    expect: undetermined\n"))
        #expect(text.contains(": undetermined subject-groups-unknown\n"))
    }

    /// A process of another user namespace holds its capabilities only there.
    @Test func `The status is 2 if the record cannot express what was found`() async throws {
        try await withChild(["unshare", "--user", "--map-root-user", "cat"]) { child in
            try folder.policy("bind: tcp:80, as: { pid: \(child.pid) }")
            let record = try await folder.warrant("record", "policy.yaml")
            #expect(record.status == 2)
            #expect(record.output.contains("\n    expect: undetermined\n"))
            #expect(
                record.errors == """
                    warrant: `the policy` cannot be recorded: the check found `undetermined`, and the test \
                    finds `holds`
                    warrant: `bind tcp:80` cannot be recorded: the check found `undetermined \
                    within-reach`, and the test finds `holds bind-permitted`

                    """
            )
        }
    }

    @Test func `A record of an invalid or missing policy is refused`() async throws {
        try folder.file("w.yaml", "warrant: 1\nname: w\nrequire: [{ raed: /x }]\n")
        #expect(
            try await folder.warrant("record", "w.yaml")
                == Ended(
                    65,
                    errors: """
                        warrant: w.yaml:3:13: unknown word `raed`; did you mean `read`? \
                        [unknown-word]

                        """
                )
        )
        #expect(
            try await folder.warrant("record", "gone.yaml")
                == Ended(
                    66,
                    errors: "warrant: gone.yaml: \(noSuchPolicy)\n"
                )
        )
    }
}
