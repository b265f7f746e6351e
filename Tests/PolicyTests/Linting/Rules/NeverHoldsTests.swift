import Testing

@Suite struct `Lint rule never-holds` {
    @Test(
        arguments: [
            (
                "require:\n  - write: /x/",
                "5:5: error: `write /x/` is granted to no user, so this requirement never holds: a "
                    + "path that ends in `/`, `.` or `..` names a directory; correct it "
                    + "[never-holds]"
            ),
            (
                "require:\n  - execute: /x/.",
                "5:5: error: `execute /x/.` is granted to no user, so this requirement never holds: "
                    + "a path that ends in `/`, `.` or `..` names a directory; correct it "
                    + "[never-holds]"
            ),
            (
                "require:\n  - delete: /",
                "5:5: error: `delete /` is granted to no user, so this requirement never holds: "
                    + "no call can do this with `/`; correct it [never-holds]"
            ),
            (
                "require:\n  - any: [{ read: /x }, { truncate: /x/ }]",
                "5:25: error: `truncate /x/` is granted to no user, so this requirement never holds: "
                    + "a path that ends in `/`, `.` or `..` names a directory; correct it "
                    + "[never-holds]"
            ),
            (
                "forbid:\n  - stat: /\n    because: b",
                "5:5: error: `stat /` is granted to every user, so this requirement never holds: `/` "
                    + "exists for every user; correct it [never-holds]"
            ),
            (
                "require:\n  - not: { resolve: 192.0.2.1 }",
                "5:10: error: `resolve 192.0.2.1` is granted to every user, so this "
                    + "requirement never holds: an address is resolved already; correct it [never-holds]"
            ),
        ] as [(String, String)]
    )
    func `Rule never-holds reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("never-holds", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x/",
        "require:\n  - search: /x/.",
        "require:\n  - list: /",
        "require:\n  - create: /x/\n    argument: directory",
        "forbid:\n  - write: /x/\n    because: b",
        "require:\n  - delete: /x/",
        "require:\n  - rename: /x\n    argument: /y",
    ])
    func `Rule never-holds has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("never-holds", text) == [])
    }
}
