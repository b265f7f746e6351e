import Testing

@Suite struct `Lint rule missing-because` {
    @Test(
        arguments: [
            (
                "forbid:\n  - read: /x",
                "5:5: warning: `read /x` is forbidden without a reason; give the reason, "
                    + "which reports show: `because: …` [missing-because]"
            ),
            (
                "forbid:\n  - any: [{ read: /x, because: b }, { read: /y }]",
                "5:5: warning: `any of these` is forbidden without a reason; give the "
                    + "reason, which reports show: `because: …` [missing-because]"
            ),
        ] as [(String, String)]
    )
    func `Rule missing-because reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("missing-because", text) == [line])
    }

    @Test(arguments: [
        "forbid:\n  - read: /x\n    because: b",
        "require:\n  - read: /x\n",
        "forbid:\n  - any: [{ read: /x }, { read: /y }]\n    because: b",
    ])
    func `Rule missing-because has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("missing-because", text) == [])
    }
}
