import Testing

@Suite struct `Lint rule missing-summary` {
    @Test func `Rule missing-summary reports a finding with a remedy`() {
        #expect(
            Linted.lines("# p\nwarrant: 1\nname: n\nrequire:\n  - read: /x\n") == [
                "p.yaml:2:1: warning: the policy `n` has no summary; "
                    + "write what it promises, in a line: `summary: …` [missing-summary]"
            ]
        )
    }

    @Test func `Rule missing-summary has no finding in a correct policy`() {
        #expect(Linted.lines("missing-summary", "require:\n  - read: /x\n") == [])
    }
}
