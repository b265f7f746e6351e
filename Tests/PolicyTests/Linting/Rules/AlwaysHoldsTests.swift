import Testing

@Suite struct `Lint rule always-holds` {
    @Test(
        arguments: [
            (
                "require:\n  - stat: //",
                "5:5: warning: `stat //` is granted to every user, so this checks nothing: "
                    + "`/` exists for every user; remove it, or correct it [always-holds]"
            ),
            (
                "require:\n  - any: [{ read: /x }, { resolve: \"::1\" }]",
                "5:25: warning: `resolve ::1` is granted to every user, so this checks "
                    + "nothing: an address is resolved already; remove it, or correct it "
                    + "[always-holds]"
            ),
            (
                "forbid:\n  - append: /x/\n    because: b",
                "5:5: warning: `append /x/` is granted to no user, so this checks nothing: "
                    + "a path that ends in `/`, `.` or `..` names a directory; remove it, or "
                    + "correct it [always-holds]"
            ),
            (
                "require:\n  - not: { create: / }",
                "5:10: warning: `create /` is granted to no user, so this checks nothing: "
                    + "no call can do this with `/`; remove it, or correct it "
                    + "[always-holds]"
            ),
        ] as [(String, String)]
    )
    func `Rule always-holds reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("always-holds", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - stat: /x",
        "require:\n  - resolve: localhost",
        "require:\n  - search: /",
        "forbid:\n  - write: /x\n    because: b",
    ])
    func `Rule always-holds has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("always-holds", text) == [])
    }
}
