import Testing

@Suite struct `Lint rule only-advice` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n    severity: advice\nforbid:\n  - read: /y\n    "
                    + "severity: advice",
                "5:5: error: everything here is advice, which changes no outcome, so that "
                    + "the policy never holds; remove `severity: advice` from what must hold "
                    + "[only-advice]"
            )
        ] as [(String, String)]
    )
    func `Rule only-advice reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("only-advice", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x\n    severity: advice\n  - read: /y",
        "require:\n  - read: /x\n",
    ])
    func `Rule only-advice has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("only-advice", text) == [])
    }
}
