import TestSupport
import Testing

/// Whole reports. scripts/check-formats passes the other formats to their readers.
@Suite struct `A report for tools` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file(
            "all.yaml",
            """
            warrant: 1
            name: all <kinds>
            require:
              - read: /etc/passwd
              - read: "/no|#\\"&"
                id: key
                because: a "#" matters
              - unit: a.service
              - read: /none
                severity: advice
              - read: /etc/passwd
                when: { read: /none }
            forbid:
              - read: /etc/passwd
            """
        )
        try folder.policy("read: /none, when: { read: /none }", in: "nothing.yaml")
    }

    private func expect(_ format: String, _ status: Int, _ output: String) async throws {
        let ended = try await folder.warrant(
            "check",
            "--format",
            format,
            "all.yaml",
            "nothing.yaml"
        )
        #expect(ended == Ended(status, output: output))
    }

    @Test func `The JUnit report has a suite for each policy`() async throws {
        try await expect(
            "junit",
            1,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="warrant" tests="8" failures="2" errors="2" skipped="3">
              <testsuite name="all &lt;kinds&gt;" file="all.yaml" tests="6" failures="2" errors="1" skipped="2">
                <testcase classname="all &lt;kinds&gt;" name="read /etc/passwd" file="all.yaml" line="4"/>
                <testcase classname="all &lt;kinds&gt;" name="read /no|#&quot;&amp; [key]" file="all.yaml" line="5">\
            <failure message="does not exist" type="fails">all.yaml:5:5: required because a &quot;#&quot; matters</failure></testcase>
                <testcase classname="all &lt;kinds&gt;" name="unit a.service active" file="all.yaml" line="8">\
            <error message="no D-Bus at /nonexistent/bus" type="undetermined">all.yaml:8:5</error></testcase>
                <testcase classname="all &lt;kinds&gt;" name="read /none" file="all.yaml" line="9">\
            <skipped message="advice: does not exist"/></testcase>
                <testcase classname="all &lt;kinds&gt;" name="read /etc/passwd (2)" file="all.yaml" line="11">\
            <skipped message="does not apply, because `read /none` does not hold"/></testcase>
                <testcase classname="all &lt;kinds&gt;" name="forbid read /etc/passwd" file="all.yaml" line="14">\
            <failure message="is authorized, but forbidden: owner rw-" type="fails">all.yaml:14:5</failure></testcase>
              </testsuite>
              <testsuite name="policy" file="nothing.yaml" tests="2" failures="0" errors="1" skipped="1">
                <testcase classname="policy" name="read /none" file="nothing.yaml" line="4">\
            <skipped message="does not apply, because `read /none` does not hold"/></testcase>
                <testcase classname="policy" name="the policy" file="nothing.yaml" line="1">\
            <error message="no requirement applied" type="undetermined">nothing.yaml:1:1</error></testcase>
              </testsuite>
            </testsuites>

            """
        )
    }

    @Test func `The TAP report has a test point for each requirement`() async throws {
        try await expect(
            "tap",
            1,
            ##"""
            TAP version 13
            1..8
            ok 1 - all <kinds>: read /etc/passwd
            not ok 2 - all <kinds>: read /no|\u{23}"& [key]
              ---
              message: "does not exist"
              outcome: "fails"
              because: "a \"#\" matters"
              id: "key"
              at: "all.yaml:5:5"
              ...
            not ok 3 - all <kinds>: unit a.service active
              ---
              message: "no D-Bus at /nonexistent/bus"
              outcome: "undetermined"
              at: "all.yaml:8:5"
              ...
            not ok 4 - all <kinds>: read /none # TODO advice
              ---
              message: "does not exist"
              outcome: "fails"
              at: "all.yaml:9:5"
              ...
            ok 5 - all <kinds>: read /etc/passwd (2) # SKIP does not apply, because `read /none` does not hold
            not ok 6 - all <kinds>: forbid read /etc/passwd
              ---
              message: "is authorized, but forbidden: owner rw-"
              outcome: "fails"
              at: "all.yaml:14:5"
              ...
            ok 7 - policy: read /none # SKIP does not apply, because `read /none` does not hold
            not ok 8 - policy: the policy
              ---
              message: "no requirement applied"
              outcome: "undetermined"
              at: "nothing.yaml:1:1"
              ...

            """##
        )
    }

    @Test func `The nagios report has the form of a monitoring plugin`() async throws {
        try await expect(
            "nagios",
            2,
            #"""
            WARRANT CRITICAL - 2 of 5 do not hold: 1 denied, 1 authorized though forbidden; \#
            2 are not known; 2 not applicable; advice: 1 of 1 does not hold | \#
            holds=1;;;0 fails=2;;;0 undetermined=2;;;0 advised=1;;;0 not_applicable=2;;;0
            all <kinds>: read /no\u{7c}#"& [key]: does not exist
            all <kinds>: unit a.service active: no D-Bus at /nonexistent/bus
            all <kinds>: read /none: advice: does not exist
            all <kinds>: forbid read /etc/passwd: is authorized, but forbidden: owner rw-
            policy: the policy: no requirement applied

            """#
        )
    }

    @Test func `The Prometheus report has a gauge for each outcome`() async throws {
        let ended = try await folder.warrant(
            "check",
            "--format",
            "prometheus",
            "all.yaml",
            "all.yaml"
        )
        #expect(ended.status == 1)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count == 37)
        #expect(lines.filter { $0.hasSuffix("} 1") }.count == 7)
        #expect(lines.contains("warrant_check_exit_status 1"))
        #expect(
            lines.contains(
                #"warrant_policy_outcome{path="all.yaml",policy="all <kinds>",outcome="fails"} 1"#
            )
        )
        let key =
            #"warrant_requirement_outcome{path="all.yaml",policy="all <kinds>",number="2",id="key","#
            + #"rule="require",severity="failure",requirement="read /no|#\"&",subject="",outcome="fails"} 1"#
        #expect(lines.contains(key[...]))
    }

    @Test(arguments: [
        ("holds.yaml", 0), ("advised.yaml", 1), ("invalid.yaml", 3), ("none.yaml", 3),
    ])
    func `The nagios report has the exit status of a monitoring plugin`(policy: String, status: Int)
        async throws
    {
        try folder.policy("read: /etc/passwd", in: "holds.yaml")
        try folder.policy("read: /etc/passwd", "read: /none, severity: advice", in: "advised.yaml")
        try folder.policy("raed: /etc/passwd", in: "invalid.yaml")
        let ended = try await folder.warrant("check", "--format", "nagios", policy)
        #expect(ended.status == status)
    }
}
