import Testing

@Suite struct `A not that is forbidden` {
    @Test(
        arguments: [
            (
                "forbid:\n  - not: { read: /x }\n    because: b",
                "5:5: warning: to forbid `not read /x` is to require it without the `not`; "
                    + "write it so under `require` [forbidden-negation]"
            )
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("forbidden-negation", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - not: { read: /x }",
        "forbid:\n  - read: /x\n    because: b",
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("forbidden-negation", text) == [])
    }
}
