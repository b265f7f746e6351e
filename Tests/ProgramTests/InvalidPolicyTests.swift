import Foundation
import TestSupport
import Testing

@Suite struct `Invalid policy` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        ("", "1:1: the file has no content; begin with `warrant: 1` [empty-file]"),
        ("# a\n# b\n", "1:1: the file has no content; begin with `warrant: 1` [empty-file]"),
        (
            "warrant: 1\nname: x\n",
            "1:1: the policy requires nothing; "
                + "list at least one requirement under `require` or `forbid` [requires-nothing]"
        ),
        (
            "warrant: 2\nname: x\nrequire:\n  - read: /x\n",
            "1:10: version `2` of the policy format is unknown; "
                + "this program knows `1` [unknown-version]"
        ),
        (
            "warrant: 1\nname: &a [x, x]\nsummary: &b [*a, *a]\nrequire: [*b, *b]\n",
            "2:7: the anchor `&a` is not allowed in a policy; "
                + "remove it, and repeat the value in each place [alias-used]"
        ),
        (
            "warrant: 1\nname: x\nrequire:\n  - read: \"/a\\0b\"\n",
            "4:11: this text holds the character U+0000, at which Linux would cut it short; "
                + "remove it [control-character]"
        ),
        (
            "warrant: 1\nname: x\nrequire:\n  - read: /x\n    user: root\n",
            "5:5: `user` is a second word beside `read`; "
                + "to ask about a user, write `as: NAME` beside the other word [several-words]"
        ),
        (
            "warrant: 1\nname: x\nrequire:\n  - chmod: /x\n    argument: 0600\n",
            "5:15: the mode `0600` of `argument` is not in quotes; write `\"0600\"`, as YAML would "
                + "read a bare one as a number [unquoted-mode]"
        ),
        (
            "warrant: 1\nname: x\u{1B}[31m\n",
            "2:8: the character U+001B is invisible; "
                + "remove it, or write it as an escape in double quotes [control-character]"
        ),
        (
            "warrant: 1\nname: x\nrequire:\n  - " + String(repeating: "{ not: ", count: 40)
                + "{ read: /x }" + String(repeating: " }", count: 40) + "\n",
            "4:215: this is nested deeper than 32 levels; "
                + "divide it into several requirements [too-deep]"
        ),
    ])
    func `An error is reported in one line with its place`(text: String, problem: String)
        async throws
    {
        try folder.file("policy.yaml", text)
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(65, output: "policy.yaml:\(problem)\n")
        )
    }

    @Test(arguments: [
        (
            Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]),
            "1:8: the file contains the character U+0000, so it is not text; "
                + "write the policy as UTF-8 text [control-character]"
        ),
        (
            Data("name: ".utf8) + [0xFF],
            "1:7: the byte 0xff is not UTF-8 here; save the file as UTF-8 [not-utf-8]"
        ),
        (
            Data(count: 16 << 20 | 1),
            "1:1: the file is larger than 16 MiB; divide it into several policies [file-too-large]"
        ),
    ])
    func `A binary or oversized file is refused`(bytes: Data, problem: String) async throws {
        try folder.data("policy.yaml", bytes)
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(65, output: "policy.yaml:\(problem)\n")
        )
    }

    @Test(arguments: [
        ("raed: /x", "5: unknown word `raed`; did you mean `read`? [unknown-word]"),
        (
            "unit: a.service, stats: x",
            "22: unknown key `stats` of `unit`; did you mean `state`? [unknown-key]"
        ),
        (
            "unit: a.service, state: activ",
            "29: `activ` is not a value of `state`; did you mean `active`? [unknown-value]"
        ),
        (
            "capability: CAP_KILL, in: efective",
            "31: `efective` is not a value of `in`; did you mean `effective`? [unknown-value]"
        ),
        (
            "read: /x, follow: 1",
            "23: `follow` takes true or false, not `1`; write `true` or `false` [invalid-boolean]"
        ),
        (
            "read: [/x]",
            "11: `read` takes a text, not a list; "
                + "write a requirement for each, `- read: …` [wrong-type]"
        ),
        (
            "read: /x, within: soon",
            "23: `soon` is not a time limit; "
                + "write a whole number above zero and `ms`, `s`, `m` or `h`, such as `500ms` [invalid-duration]"
        ),
        ("read: x", "11: `x` is not an absolute path; begin it with `/` [relative-path]"),
        (
            "connect: \"tcp:h:0\"",
            "14: `tcp:h:0` has the port `0`; a port is a number from 1 to 65535 [invalid-endpoint]"
        ),
        (
            "bind: \"tcp:65536\"",
            "11: `tcp:65536` has the port `65536`; a port is a number from 1 to 65535 [invalid-endpoint]"
        ),
        (
            "capability: CAP_KIL",
            "17: unknown kernel capability `CAP_KIL`; did you mean `CAP_KILL`? [unknown-capability]"
        ),
        (
            "unit: a/b.service",
            "11: `a/b.service` has a slash, and unit names have none; "
                + "write `b.service`, without its directory [invalid-unit-name]"
        ),
        (
            "any: []",
            "10: `any` is empty, and an empty group never holds; list at least one requirement [empty-list]"
        ),
        (
            "read: /x, write: /x",
            "15: `write` is a second word beside `read`; write it as a requirement of its own, after `- ` [several-words]"
        ),
        (
            "read: /x, read: /y",
            "15: `read` is given twice, first at line 4, column 5; remove one [duplicate-key]"
        ),
    ])
    func `An error in a requirement is reported at its place`(requirement: String, problem: String)
        async throws
    {
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: policy\nrequire:\n - {\(requirement)}\n"
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(65, output: "policy.yaml:4:\(problem)\n")
        )
    }

    @Test func `All errors are reported in the order of their places`() async throws {
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: [a]
            require:
              - raed: /etc/passwd
              - read: /x
                folow: true
            requires: 3
            """
        )
        let ended = try await folder.warrant("check", "policy.yaml")
        #expect(
            ended
                == Ended(
                    65,
                    output: """
                        policy.yaml:2:7: `name` takes a text, not a list; write a single text [wrong-type]
                        policy.yaml:4:5: unknown word `raed`; did you mean `read`? [unknown-word]
                        policy.yaml:6:5: unknown key `folow` of `read`; did you mean `follow`? [unknown-key]
                        policy.yaml:7:1: unknown key `requires` of a policy; did you mean `require`? [unknown-key]

                        """
                )
        )
    }

    @Test(arguments: [("check", ""), ("lint", "error: ")])
    func `Errors of words are reported beside an invalid subject`(
        command: String,
        severity: String
    ) async throws {
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: x\nsubject: [a]\nrequire:\n  - read: x\n"
        )
        let ended = try await folder.warrant(command, "policy.yaml")
        #expect(ended.status == 65)
        #expect(
            ended.output.split(separator: "\n").prefix(2) == [
                "policy.yaml:3:10: \(severity)a subject is a mapping, but this is a list; "
                    + "write `{ user: … }`, `{ unit: … }`, `{ container: … }` or `{ pid: … }` [wrong-type]",
                "policy.yaml:5:11: \(severity)`x` is not an absolute path; "
                    + "begin it with `/` [relative-path]",
            ]
        )
    }

    @Test func `A file name is shown without control characters`() async throws {
        try folder.file("\u{1B}[31m\n.yaml")
        #expect(
            try await folder.warrant("check", "\u{1B}[31m\n.yaml").output
                == #"\u{1b}[31m\n.yaml:1:1: the file has no content; begin with `warrant: 1` [empty-file]"#
                + "\n"
        )
    }
}
