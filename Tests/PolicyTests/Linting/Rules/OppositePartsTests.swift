import Testing

@Suite struct `Lint rule opposite-parts` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }, { not: { read: /x } }]",
                "5:25: error: `not read /x` stands beside its opposite in `any`, so that one "
                    + "of both always holds, where there is an answer; remove one, or correct it "
                    + "[opposite-parts]"
            ),
            (
                "require:\n  - all: [{ not: { read: /x } }, { read: /x }]",
                "5:11: error: `not read /x` stands beside its opposite in `all`, so that "
                    + "both never hold; remove one, or correct it [opposite-parts]"
            ),
        ] as [(String, String)]
    )
    func `Rule opposite-parts reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("opposite-parts", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { not: { read: /y } }]",
        "require:\n  - any: [{ read: /x }, { not: { read: /x, as: nobody } }]",
    ])
    func `Rule opposite-parts has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("opposite-parts", text) == [])
    }
}
