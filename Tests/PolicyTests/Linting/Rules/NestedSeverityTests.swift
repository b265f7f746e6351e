import Testing

@Suite struct `Lint rule nested-severity` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x, severity: advice }, { read: /y }]",
                "5:11: error: `read /x` is advice, but `severity` has no effect on a part; write "
                    + "`severity` at the requirement that it is a part of [nested-severity]"
            )
        ] as [(String, String)]
    )
    func `Rule nested-severity reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("nested-severity", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { read: /y }]\n    severity: advice\n  - "
            + "read: /z"
    ])
    func `Rule nested-severity has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("nested-severity", text) == [])
    }
}
