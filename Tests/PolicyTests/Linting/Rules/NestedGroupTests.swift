import Testing

@Suite struct `Lint rule nested-group` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }, { any: [{ read: /y }, { read: /z }] }]",
                "5:25: warning: `any` stands in `any`, and groups nothing; write its parts "
                    + "in the outer one [nested-group]"
            )
        ] as [(String, String)]
    )
    func `Rule nested-group reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("nested-group", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { all: [{ read: /y }, { read: /z }] }]",
        "require:\n  - any: [{ read: /x }, { any: [{ read: /y }, { read: /z }], as: "
            + "nobody }]",
    ])
    func `Rule nested-group has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("nested-group", text) == [])
    }
}
