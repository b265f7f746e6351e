import Testing

@Suite struct `Lint rule invalid-allow` {
    @Test(
        arguments: [
            (
                "# warrant: allow\nrequire:\n  - read: /x",
                "4:1: error: this names no rule to allow; write `# warrant: allow RULE why` "
                    + "[invalid-allow]"
            ),
            (
                "# warrant: alow fixed-pid so\nrequire:\n  - read: /x",
                "4:1: error: `alow` is no `allow`; write `# warrant: allow RULE why` "
                    + "[invalid-allow]"
            ),
            (
                "require:\n  - read: /x  #warrant:allow fixd-pid so",
                "5:15: error: `fixd-pid` is no rule that can be allowed; did you mean "
                    + "`fixed-pid`? [invalid-allow]"
            ),
            (
                "require:\n  - read: /x  # warrant: allow unneeded-allow so",
                "5:15: error: `unneeded-allow` is no rule that can be allowed; name one as "
                    + "findings do, in brackets at their end [invalid-allow]"
            ),
            (
                "# warrant: allow fixed-pid\nrequire:\n  - read: /x",
                "4:1: error: `fixed-pid` is allowed without a reason; write why after it "
                    + "[invalid-allow]"
            ),
        ] as [(String, String)]
    )
    func `Rule invalid-allow reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("invalid-allow", text) == [line])
    }

    @Test(arguments: [
        "# warrant: 1 is the version\nrequire:\n  - read: /x",
        "# to allow this is fine\nrequire:\n  - read: /x",
        "require:\n  - read: \"/x # warrant: allow\"",
        "require:\n  - read: /x\n    because: |\n      # warrant: allow",
    ])
    func `Rule invalid-allow has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("invalid-allow", text) == [])
    }
}
