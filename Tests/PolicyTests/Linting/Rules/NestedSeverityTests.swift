import Testing

@Suite struct `A severity on a part` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x, severity: advice }, { read: /y }]",
                "5:11: error: `read /x` is advice, but as a part it counts in full; write "
                    + "`severity` at the requirement that it is a part of [nested-severity]"
            )
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("nested-severity", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { read: /y }]\n    severity: advice\n  - "
            + "read: /z"
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("nested-severity", text) == [])
    }
}
