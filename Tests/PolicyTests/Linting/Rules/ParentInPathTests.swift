import Testing

@Suite struct `Lint rule parent-in-path` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /a/../b",
                "5:11: warning: `..` in `/a/../b` depends on where the symbolic links "
                    + "before it lead; write the path without it [parent-in-path]"
            )
        ] as [(String, String)]
    )
    func `Rule parent-in-path reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("parent-in-path", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /a/..b",
        "require:\n  - read: /a/b",
    ])
    func `Rule parent-in-path has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("parent-in-path", text) == [])
    }
}
