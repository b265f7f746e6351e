import TestSupport
import Testing

@Suite struct `Structure of requirements` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (
            "any: [{ read: /none }, { read: /etc/passwd }]", 0,
            """
              ✓ any of these
                  ✗ read /none     does not exist
                  ✓ read /etc/passwd
            """
        ),
        (
            "any: [{ read: /none }, { unit: a.service }]", 2,
            """
              ? any of these
                  ✗ read /none     does not exist
                  ? unit a.service active
                      no D-Bus at /nonexistent/bus
            """
        ),
        (
            "all: [{ read: /etc/passwd }, { read: /none }]", 1,
            """
              ✗ all of these
                  ✓ read /etc/passwd
                  ✗ read /none     does not exist
            """
        ),
        (
            "not: { read: /none }", 0,
            """
              ✓ not read /none   does not exist
            """
        ),
        (
            "not: { read: /etc/passwd }", 1,
            """
              ✗ not read /etc/passwd   owner rw-
            """
        ),
        (
            "not: { not: { read: /etc/passwd } }", 0,
            """
              ✓ not not read /etc/passwd
                  ✓ read /etc/passwd
            """
        ),
        (
            "not: { any: [{ not: { read: /etc/passwd } }, { read: /none }] }", 0,
            """
              ✓ not any of these
                  ✓ any of these
                      ✓ read /etc/passwd
                      ✓ not read /none     does not exist
            """
        ),
        (
            "not: { unit: a.service }", 2,
            """
              ? not unit a.service active   no D-Bus at /nonexistent/bus
            """
        ),
    ])
    func `A group is judged by its parts`(requirement: String, status: Int, lines: String)
        async throws
    {
        try await folder.expect(requirement, status, lines)
    }

    @Test(arguments: [
        ("read: /etc/passwd, when: { read: /etc/passwd }", 0, "  ✓ read /etc/passwd"),
        (
            "read: /etc/passwd, when: { read: /none }", 2,
            "  – read /etc/passwd   does not apply, because `read /none` does not hold"
        ),
        (
            "read: /none, because: it matters", 1,
            "  ✗ read /none   does not exist\n      required because it matters"
        ),
        ("read: /none, id: the-file", 1, "  ✗ read /none   does not exist"),
        ("read: /none, severity: advice", 2, "  ! read /none   advice: does not exist"),
        ("read: /none, within: 2s", 1, "  ✗ read /none   does not exist"),
    ])
    func `A requirement may have the common keys`(requirement: String, status: Int, lines: String)
        async throws
    {
        try await folder.expect(requirement, status, lines)
    }

    @Test(arguments: [
        (
            "read: /etc/passwd, as: { user: daemon }", 0,
            "  ✓ read /etc/passwd as user daemon   others r--"
        ),
        (
            "read: /etc/shadow, as: { user: daemon }", 1,
            "  ✗ read /etc/shadow as user daemon\n"
                + "      0640 `root:shadow`, and user `daemon` is not in group `shadow`"
        ),
        (
            "read: /etc/passwd, as: { pid: 4194305 }", 2,
            "  ? read /etc/passwd as process 4194305   process 4194305 does not exist here"
        ),
    ])
    func `A requirement may be about another subject`(
        requirement: String,
        status: Int,
        lines: String
    ) async throws { try await folder.expect(requirement, status, lines) }

    /// There is no systemd to ask here.
    @Test func `A requirement about a unit is not known without systemd`() async throws {
        try folder.policy("read: /etc/passwd, as: { unit: a.service }")
        #expect(try await folder.warrant("check", "policy.yaml").status == 2)
    }
}
