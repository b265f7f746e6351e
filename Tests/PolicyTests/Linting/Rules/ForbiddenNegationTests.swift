import Testing

@Suite struct `Lint rule forbidden-negation` {
    @Test(
        arguments: [
            (
                "forbid:\n  - not: { read: /x }\n    because: b",
                "5:5: warning: to forbid `not read /x` means to require it without the `not`; "
                    + "write it so under `require` [forbidden-negation]"
            )
        ] as [(String, String)]
    )
    func `Rule forbidden-negation reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("forbidden-negation", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - not: { read: /x }",
        "forbid:\n  - read: /x\n    because: b",
    ])
    func `Rule forbidden-negation has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("forbidden-negation", text) == [])
    }
}
