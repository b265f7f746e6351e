import Testing

@Suite struct `Lint rule longer-limit` {
    @Test(
        arguments: [
            (
                "require:\n  - within: 1s\n    all: [{ read: /x }, { resolve: a, within: "
                    + "2500ms }]",
                "6:25: warning: `resolve a` may take 2.5 s, longer than the 1 s of the group "
                    + "that it is in; shorten it, or give the group more [longer-limit]"
            )
        ] as [(String, String)]
    )
    func `Rule longer-limit reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("longer-limit", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - within: 1s\n    all: [{ read: /x }, { resolve: a, within: 1s }]",
        "require:\n  - all: [{ read: /x }, { resolve: a, within: 9s }]",
    ])
    func `Rule longer-limit has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("longer-limit", text) == [])
    }
}
