import Testing

@Suite struct `Lint rule only-conditional` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n    when: { read: /y }\n  - read: /z\n    severity: "
                    + "advice",
                "5:5: warning: every requirement that is not advice has a `when`; if none holds, the "
                    + "result is not known; require something of every host [only-conditional]"
            )
        ] as [(String, String)]
    )
    func `Rule only-conditional reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("only-conditional", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x\n    when: { read: /y }\n  - read: /z",
        "require:\n  - read: /x\n",
        "require:\n  - read: /x\n    severity: advice",
    ])
    func `Rule only-conditional has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("only-conditional", text) == [])
    }
}
