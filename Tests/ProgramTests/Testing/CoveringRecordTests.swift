import TestSupport
import Testing

/// Tests `warrant record --coverage`.
@Suite struct `A record with coverage` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns the record, which must pass as a test.
    private func record(errors: String = "", of policy: String = "policy.yaml") async throws
        -> String
    {
        let record = try await folder.warrant("record", "--coverage", policy)
        #expect(record.status == 0)
        #expect(record.errors == errors)
        try folder.file("record.test.yaml", record.output)
        let test = try await folder.warrant("test", "record.test.yaml")
        #expect(test.status == 0, "\(test.output)")
        return record.output
    }

    private func coverage() async throws -> Ended {
        try await folder.warrant("test", "--full-coverage", "record.test.yaml")
    }

    @Test(arguments: [
        // Files that are there, and files that are not.
        "read: FOLDER/file", "read: FOLDER/file, as: root", "write: FOLDER/file, as: root",
        "list: FOLDER, as: root", "execute: /bin/sh", "create: FOLDER/new", "delete: FOLDER/file",
        "open-create: FOLDER/new", "rename: FOLDER/file, argument: FOLDER/other, as: root",
        "not: { read: FOLDER/gone }", "any: [{ read: FOLDER/file }, { read: FOLDER/gone }]",
        "owner: FOLDER/file, is: root", "group: FOLDER/file, is: root",
        "mode: FOLDER/file, at-most: \"0644\"",
        // Accounts, settings and the network.
        "user: nobody", "member: root, of: root", "resolve: localhost", "route: 127.0.0.1",
        "sysctl: kernel.pid_max, at-least: 1000", "bind: tcp:127.0.0.1:61234",
        "bind: unix:FOLDER/socket",
    ])
    func `A case makes what holds fail`(requirement: String) async throws {
        try folder.file("file", mode: 0o644)
        try folder.policy(requirement.replacing("FOLDER", with: folder.path))
        _ = try await record()
        #expect(
            try await coverage()
                == Ended(
                    0,
                    output: "2 cases in 1 test, all as expected; 1 of 1 requirement covered\n"
                )
        )
    }

    @Test(arguments: [
        "read: FOLDER/secret, as: nobody", "write: FOLDER/secret, as: nobody",
        "read: FOLDER/gone, as: nobody", "read: FOLDER/gone/too, as: nobody",
        "create: FOLDER/closed/new, as: nobody", "create: FOLDER/gone/new, as: nobody",
        "create: FOLDER/gone/far/below/new, as: nobody",
        "chmod: FOLDER/secret, argument: \"0600\", as: nobody",
        "delete: FOLDER/closed/file, as: nobody", "execute: FOLDER/closed/file, as: nobody",
        "connect: unix:FOLDER/gone", "member: nobody, of: root", "user: no-such-user",
        "group: no-such-group",
    ])
    func `A case makes what is forbidden possible`(forbidden: String) async throws {
        try folder.folder("closed", mode: 0o700)
        try folder.file("closed/file", mode: 0o600)
        try folder.file("secret", mode: 0o600)
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            forbid:
              - { \(forbidden.replacing("FOLDER", with: folder.path)), because: of a test }

            """
        )
        _ = try await record()
        #expect(try await coverage().status == 0)
    }

    @Test(arguments: [
        "stat: FOLDER/file", "not: { stat: FOLDER/gone }", "user: nobody",
        "mode: FOLDER/file, at-most: \"0644\"",
    ])
    func `A case shows that a requirement with a condition may not apply`(
        condition: String
    ) async throws {
        for name in ["file", "other"] { try folder.file(name, mode: 0o644) }
        let given = condition.replacing("FOLDER", with: folder.path)
        try folder.policy("id: file, read: \(folder.path)/other, when: { \(given) }")
        #expect(try await record().contains("\n      file: not-applicable\n"))
        #expect(try await coverage().status == 0)
    }

    /// The facts of the condition are recorded for another requirement.
    @Test func `A condition that is added later is noticed`() async throws {
        for name in ["file", "other"] { try folder.file(name, mode: 0o644) }
        let (file, other) = ("read: \(folder.path)/file", "id: other, read: \(folder.path)/other")
        try folder.policy(file, other)
        _ = try await record()
        #expect(try await coverage().status == 0)
        try folder.policy(file, "\(other), when: { \(file) }")
        #expect(
            try await coverage()
                == Ended(
                    1,
                    output: """
                        policy.yaml:5:5: no case lists `other` as not-applicable
                        3 cases in 1 test, all as expected; 1 of 2 requirements covered

                        """
                )
        )
    }

    @Test func `A case makes what fails hold, and repeats what else fails`() async throws {
        try folder.policy("id: one, read: \(folder.path)/one", "id: two, read: \(folder.path)/two")
        let text = try await record(
            errors: """
                warrant: the policy does not hold here, and the test expects that
                warrant: `one`, `two`: a file or directory is missing; if systemd makes it for a service, add --unit-file (for a policy about its user)

                """
        )
        #expect(
            text.hasSuffix(
                """
                  - case: "as recorded"
                    expect: fails
                    requirements:
                      one: fails missing
                      two: fails missing
                  # In each further case, a recorded fact is changed.
                  - case: "one holds"
                    given:
                      files:
                        \(folder.path)/one: -rw-rw-rw-
                    expect: fails
                    requirements:
                      two: fails missing
                  - case: "two holds"
                    given:
                      files:
                        \(folder.path)/two: -rw-rw-rw-
                    expect: fails
                    requirements:
                      one: fails missing

                """
            ),
            "\(text)"
        )
    }

    /// The change of a directory would make both fail.
    @Test func `A case changes what no other requirement needs`() async throws {
        for name in ["a", "b"] { try folder.file(name, mode: 0o644) }
        try folder.policy("id: a, read: \(folder.path)/a", "id: b, read: \(folder.path)/b")
        let text = try await record()
        #expect(
            text.contains("\n        \(folder.path)/a: missing\n    expect: fails\n"),
            "\(text)"
        )
        #expect(
            text.contains("\n        \(folder.path)/b: missing\n    expect: fails\n"),
            "\(text)"
        )
    }

    /// No fact gives kernel capabilities to the processes of a user.
    @Test func `A requirement that no change decides is named`() async throws {
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            subject: nobody
            forbid: [{ id: mount, capability: CAP_SYS_ADMIN, because: of a test }]

            """
        )
        let text = try await record(
            errors: """
                warrant: found no case in which `mount` fails; write it yourself

                """
        )
        #expect(text.hasSuffix("      mount: holds\n"))
        #expect(try await coverage().status == 1)
    }

    /// Without a bus, no fact about the unit is recorded.
    @Test func `A requirement that is not known has cases in which it holds and fails`()
        async throws
    {
        try folder.policy("id: cron, unit: cron.service")
        let record = try await folder.run(
            [TemporaryFolder.program, "record", "--coverage", "policy.yaml"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"]
        )
        #expect(record.status == 0)
        #expect(record.output.contains("\n      cron: undetermined look-failed\n"))
        try folder.file("record.test.yaml", record.output)
        #expect(try await coverage().status == 0)
    }

    /// The groups of a user without an account are not known, whatever the facts are.
    @Test func `Requirements that no fact makes known are named`() async throws {
        try folder.policy("read: /, as: \"70001\"")
        let text = try await record(
            errors: """
                warrant: `read /` is not known or does not apply here, so it lacks \
                cases; `warrant check` shows why
                warrant: the policy is not known to hold here, and the test expects that

                """
        )
        #expect(text.contains("undetermined subject-groups-unknown"))
    }

    /// The test knows the policy without the variable: it is about another file.
    @Test func `A record without a variable of an included policy has no further cases`()
        async throws
    {
        try folder.file(
            "part.yaml",
            """
            warrant: 1
            name: part
            parameters: { file: { type: path, environment: FILE, default: /etc/group } }
            require: [{ read: "${file}" }]

            """
        )
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\ninclude: { part: { policy: part.yaml } }\n"
        )
        let record = try await folder.run(
            [TemporaryFolder.program, "record", "--coverage", "policy.yaml"],
            environment: ["FILE": "/etc/passwd"]
        )
        #expect(record.status == 2)
        #expect(record.errors.contains("no case was added, because the test would differ"))
        #expect(record.output.split(separator: "- case:").count == 2)
    }

    @Test func `The file itself is changed, and not a directory above it`() async throws {
        try folder.file("file", mode: 0o644)
        try folder.policy(
            "id: read, read: \(folder.path)/file, as: nobody",
            "id: mode, mode: \(folder.path)/file, at-most: \"0644\""
        )
        try #require(try await folder.run(["chmod", "755", "."]) == Ended(0))
        let text = try await record()
        #expect(text.contains("\n        \(folder.path)/file: -rw-------\n"), "\(text)")
        #expect(text.contains("\n        \(folder.path)/file: -rw-r--rw-\n"), "\(text)")
        #expect(text.contains("      mode: fails file-mode\n"), "\(text)")
    }

    @Test func `A record that differs from the check has no further cases`() async throws {
        try await withChild(["unshare", "--user", "--map-root-user", "cat"]) { child in
            try folder.policy("bind: tcp:80, as: { pid: \(child.pid) }")
            let record = try await folder.warrant("record", "--coverage", "policy.yaml")
            #expect(record.status == 2)
            #expect(record.output.split(separator: "- case:").count == 2)
        }
    }
}
