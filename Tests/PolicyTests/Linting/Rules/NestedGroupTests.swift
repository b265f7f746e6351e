import Testing

@Suite struct `A group in one of its kind` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }, { any: [{ read: /y }, { read: /z }] }]",
                "5:25: warning: `any` stands in `any`, and groups nothing; write its parts "
                    + "in the outer one [nested-group]"
            )
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("nested-group", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { all: [{ read: /y }, { read: /z }] }]",
        "require:\n  - any: [{ read: /x }, { any: [{ read: /y }, { read: /z }], as: "
            + "nobody }]",
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("nested-group", text) == [])
    }
}
