import Testing

@Suite struct `A path that goes up` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /a/../b",
                "5:11: warning: `..` in `/a/../b` goes up from wherever a symbolic link may "
                    + "have led; write the path without it [parent-in-path]"
            )
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("parent-in-path", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /a/..b",
        "require:\n  - read: /a/b",
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("parent-in-path", text) == [])
    }
}
