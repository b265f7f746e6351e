import Testing

@Suite struct `Lint rule opposite-parts` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }, { not: { read: /x } }]",
                "5:25: error: `not read /x` and its opposite are both in `any`, so one of "
                    + "them holds whenever the answer is known; remove one, or correct it "
                    + "[opposite-parts]"
            ),
            (
                "require:\n  - all: [{ not: { read: /x } }, { read: /x }]",
                "5:11: error: `not read /x` and its opposite are both in `all`, so they "
                    + "never hold together; remove one, or correct it [opposite-parts]"
            ),
        ] as [(String, String)]
    )
    func `Rule opposite-parts reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("opposite-parts", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { not: { read: /y } }]",
        "require:\n  - any: [{ read: /x }, { not: { read: /x, as: nobody } }]",
        // If the file does not exist and may be created, both fail, or both hold.
        "require:\n  - any: [{ write: /x }, { not: { write: /x } }]",
        "forbid:\n  - all: [{ write: /x }, { not: { write: /x } }]",
    ])
    func `Rule opposite-parts has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("opposite-parts", text) == [])
    }
}
