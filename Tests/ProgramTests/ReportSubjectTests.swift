import TestSupport
import Testing

/// The same question about several subjects, in every report.
@Suite struct `Subject in a report` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            subject: { user: root }
            require:
              - read: /none
                id: again
                as: { user: daemon, capabilities: [CAP_CHOWN, CAP_KILL] }
              - any: [{ read: /none, as: daemon }, { not: { read: /none, as: nobody } }]
              - read: /etc/passwd
                when: { read: /none, as: nobody }
            forbid:
              - read: /etc/shadow
                as: nobody
              - read: /etc/shadow
                as: root
                because: it holds the passwords
                id: own
              - read: /etc/shadow
                as: daemon
                id: its
            """
        )
    }

    private func report(_ format: String) async throws -> String {
        try await folder.warrant("check", "--format", format, "policy.yaml").output
    }

    @Test func `The text report names a subject other than the policy's`() async throws {
        #expect(
            try await report("text") == """
                policy.yaml: policy     (user root)

                  ✗ read /none as user daemon with CAP_CHOWN,CAP_KILL
                      does not exist
                      [again]
                  ✓ any of these
                      ✗ read /none as user daemon                does not exist
                      ✓ not read /none as user nobody            does not exist
                  – read /etc/passwd
                      does not apply, because `read /none as user nobody` does not hold
                  ✓ forbid read /etc/shadow as user nobody
                      0640 `root:shadow`, and user `nobody` is not in group `shadow`
                  ✗ forbid read /etc/shadow                  is authorized: owner rw-
                      forbidden because it holds the passwords [own]
                  ✓ forbid read /etc/shadow as user daemon
                      0640 `root:shadow`, and user `daemon` is not in group `shadow`

                2 of 5 do not hold: 1 denied, 1 authorized though forbidden; 1 not applicable; 1
                holds because what it names does not exist

                """
        )
    }

    @Test func `A JUnit case name includes the subject and is unique`() async throws {
        #expect(
            try await names(in: "junit", between: "\" name=\"", and: "\" file") == [
                "read /none as user daemon with CAP_CHOWN,CAP_KILL [again]",
                "any of these",
                "read /etc/passwd",
                "forbid read /etc/shadow as user nobody",
                "forbid read /etc/shadow [own]",
                "forbid read /etc/shadow as user daemon [its]",
            ]
        )
    }

    @Test func `A TAP test point includes the subject`() async throws {
        #expect(
            try await names(in: "tap", between: " - policy: ", and: "\n") == [
                "read /none as user daemon with CAP_CHOWN,CAP_KILL [again]",
                "any of these",
                "read /etc/passwd # SKIP does not apply, because `read /none as user nobody` does not hold",
                "forbid read /etc/shadow as user nobody",
                "forbid read /etc/shadow [own]",
                "forbid read /etc/shadow as user daemon [its]",
            ]
        )
    }

    @Test func `A nagios line includes the subject`() async throws {
        #expect(
            try await report("nagios").split(separator: "\n").dropFirst() == [
                "policy: read /none as user daemon with CAP_CHOWN,CAP_KILL [again]: does not exist",
                "policy: forbid read /etc/shadow [own]: is authorized, but forbidden: owner rw-",
            ]
        )
    }

    @Test func `A Prometheus series has the subject as a label`() async throws {
        let lines = try await report("prometheus").split(separator: "\n")
        let found = lines.filter { $0.hasSuffix("} 1") }.compactMap {
            $0.split(separator: ",subject=\"").dropFirst().first?.split(separator: ",outcome").first
        }
        #expect(
            found == [
                "user daemon with CAP_CHOWN,CAP_KILL\"",
                "\"",
                "\"",
                "user nobody\"",
                "\"",
                "user daemon\"",
            ]
        )
    }

    @Test func `The JSON of a requirement and of each part has the subject`() async throws {
        #expect(
            try await names(in: "json", between: "\"subject\" : \"", and: "\"") == [
                "user daemon with CAP_CHOWN,CAP_KILL",
                "user daemon with CAP_CHOWN,CAP_KILL",
                "user daemon",
                "user nobody",
                "user nobody",
                "user nobody",
                "user daemon",
                "user daemon",
                "user root",
            ]
        )
    }

    /// Returns every text between two given texts.
    private func names(
        in format: String,
        between start: String,
        and end: String
    ) async throws -> [String] {
        try await report(format).split(separator: start).dropFirst().compactMap {
            $0.split(separator: end).first.map(String.init)
        }
    }
}
