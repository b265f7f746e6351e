import Testing

@Suite struct `Lint rule duplicate-requirement` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n  - read: /x",
                "6:5: warning: `read /x` is asked for twice, first at line 5; remove one, or "
                    + "correct it [duplicate-requirement]"
            ),
            (
                "forbid:\n  - capability: CAP_KILL\n    because: a\n  - capability: "
                    + "CAP_KILL\n    in: effective\n    because: b",
                "7:5: warning: `capability CAP_KILL` is asked for twice, first at line 5; "
                    + "remove one, or correct it [duplicate-requirement]"
            ),
            (
                "require:\n  - any: [{ read: /x }, { read: /y }, { read: /x, because: b }]",
                "5:39: warning: `read /x` is asked for twice, first at line 5; remove one, "
                    + "or correct it [duplicate-requirement]"
            ),
            (
                "require:\n  - any: [{ read: /x }, { read: /y }]\n  - any: [{ read: /x }, { "
                    + "read: /y }]",
                "6:5: warning: `any of these` is asked for twice, first at line 5; remove "
                    + "one, or correct it [duplicate-requirement]"
            ),
        ] as [(String, String)]
    )
    func `Rule duplicate-requirement reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("duplicate-requirement", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x\n  - read: /x\n    as: nobody",
        "require:\n  - read: /x\n  - read: /x\n    follow: false",
        "require:\n  - read: /x\n    when: { read: /y }\n  - read: /x\n    when: { "
            + "read: /z }",
        "require:\n  - read: /x\n  - any: [{ read: /x }, { read: /y }]",
        // An `é` of one scalar and one of two are equal as texts, but different as names.
        "require:\n  - user: \u{e9}\n  - user: e\u{301}",
        "require:\n  - member: a\n    of: \u{e9}\n  - member: a\n    of: e\u{301}",
        "require:\n  - owner: /a\n    is: \u{e9}\n  - owner: /a\n    is: e\u{301}",
        "require:\n  - read: /x\n    as: \u{e9}\n  - read: /x\n    as: e\u{301}",
        "require:\n  - sysctl: a.\u{e9}\n    equals: 1\n  - sysctl: a.e\u{301}\n    equals: 1",
        "require:\n  - read: /x\nforbid:\n  - read: /x\n    because: b",
    ])
    func `Rule duplicate-requirement has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("duplicate-requirement", text) == [])
    }

    private static let parameter = "parameters: { w: { default: a } }\n"
    private static let inherited = parameter + "subject: { user: \"${w}\" }\nrequire:\n"

    private static func grouped(_ subject: String) -> String {
        parameter + "require:\n  - as: \(subject)\n    all:\n"
    }

    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n    because: b\n\n  - read: /x\n  - read: /y\n",
                "require:\n  - read: /x\n    because: b\n\n  - read: /y\n"
            ),
            (
                "require:\n  - read: /x\n  - read: /x  # this one\n",
                "require:\n  - read: /x\n  - read: /x  # this one\n"
            ),
            (
                "require:\n  - read: /x\n  # this one\n  - read: /x\n",
                "require:\n  - read: /x\n  # this one\n  - read: /x\n"
            ),
            (
                "require:\n  - read: /x\n  - read: /x\n    because: b\n",
                "require:\n  - read: /x\n  - read: /x\n    because: b\n"
            ),
            (
                "require:\n  - read: /x\n  - read: /x\n    within: 1s\n",
                "require:\n  - read: /x\n  - read: /x\n    within: 1s\n"
            ),
            (
                "require:\n  - read: /x\n    because: |\n      b\n\n  - read: /x\n    "
                    + "because: |\n      b\n\n  - read: /y\n",
                "require:\n  - read: /x\n    because: |\n      b\n\n  - read: /y\n"
            ),
            (
                "parameters: { p: { default: /x } }\nrequire:\n  - read: /x\n  - read: ${p}\n",
                "parameters: { p: { default: /x } }\nrequire:\n  - read: /x\n  - read: ${p}\n"
            ),
            (
                Self.inherited + "  - read: /x\n  - read: /x\n    as: a\n",
                Self.inherited + "  - read: /x\n  - read: /x\n    as: a\n"
            ),
            (
                Self.inherited + "  - read: /x\n  - read: /x\n",
                Self.inherited + "  - read: /x\n"
            ),
            (
                Self.inherited + "  - read: /x\n    as: a\n  - read: /x\n    as: a\n",
                Self.inherited + "  - read: /x\n    as: a\n"
            ),
            (
                Self.grouped("${w}") + "      - read: /x\n      - read: /x\n        as: a\n",
                Self.grouped("${w}") + "      - read: /x\n      - read: /x\n        as: a\n"
            ),
            (
                Self.grouped("a")
                    + "      - read: /x\n      - read: /y\n      - read: /x\n        as: a\n",
                Self.grouped("a") + "      - read: /x\n      - read: /y\n"
            ),
            (
                "require:\n  - confirm: Go?\n  - confirm: Go?\n",
                "require:\n  - confirm: Go?\n  - confirm: Go?\n"
            ),
            (
                "require: [read: /x, read: /x]\n",
                "require: [read: /x, read: /x]\n"
            ),
            (
                "require:\n  - read: /x\n  - read: /x",
                "require:\n  - read: /x\n"
            ),
        ] as [(String, String)]
    )
    func `Rule duplicate-requirement makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
