import Testing

@Suite struct `A policy without a summary` {
    @Test func `is told, and what to do`() {
        #expect(
            Linted.lines("# p\nwarrant: 1\nname: n\nrequire:\n  - read: /x\n") == [
                "p.yaml:2:1: warning: the policy `n` has no summary; "
                    + "write what it promises, in a line: `summary: …` [missing-summary]"
            ]
        )
    }

    @Test func `is not told of others`() {
        #expect(Linted.lines("missing-summary", "require:\n  - read: /x\n") == [])
    }
}
