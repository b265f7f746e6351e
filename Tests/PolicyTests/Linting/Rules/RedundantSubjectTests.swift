import Testing

@Suite struct `Lint rule redundant-subject` {
    @Test(
        arguments: [
            (
                "subject: { user: a, groups: [b] }\nrequire:\n  - read: /x\n    as: a:b",
                "7:9: warning: `read /x` has this subject without the `as`; remove the `as` "
                    + "[redundant-subject]"
            ),
            (
                "require:\n  - as: { unit: a.service }\n    all: [{ read: /x, as: { unit: "
                    + "a.service } }, { read: /y }]",
                "6:27: warning: `read /x` has this subject without the `as`; remove the `as` "
                    + "[redundant-subject]"
            ),
        ] as [(String, String)]
    )
    func `Rule redundant-subject reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("redundant-subject", text) == [line])
    }

    @Test(arguments: [
        "subject: { user: a }\nrequire:\n  - read: /x\n    as: a:b",
        "subject: { user: a }\nrequire:\n  - read: /x\n    as: b",
        "subject: { user: \u{e9} }\nrequire:\n  - read: /x\n    as: e\u{301}",
        "require:\n  - read: /x\n    as: a",
    ])
    func `Rule redundant-subject has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("redundant-subject", text) == [])
    }
}
