import Testing

@Suite struct `Lint rule capability-case` {
    @Test(
        arguments: [
            (
                "require:\n  - capability: cap_kill",
                "5:17: warning: `cap_kill` is `CAP_KILL` in capabilities(7); write it like "
                    + "this, so that a search finds it [capability-case]"
            )
        ] as [(String, String)]
    )
    func `Rule capability-case reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("capability-case", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - capability: CAP_KILL",
        "require:\n  - capability: cap_41",
    ])
    func `Rule capability-case has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("capability-case", text) == [])
    }

    @Test(
        arguments: [
            (
                "require:\n  - capability: cap_kill # k\n",
                "require:\n  - capability: CAP_KILL # k\n"
            ),
            (
                "require:\n  - capability: \"Cap_Kill\"\n",
                "require:\n  - capability: \"CAP_KILL\"\n"
            ),
            (
                "parameters: { c: { default: cap_kill } }\nrequire:\n  - capability: ${c}\n",
                "parameters: { c: { default: cap_kill } }\nrequire:\n  - capability: ${c}\n"
            ),
            (
                "require:\n  - capability: \"cap_ki\\x6cl\"\n",
                "require:\n  - capability: \"cap_ki\\x6cl\"\n"
            ),
        ] as [(String, String)]
    )
    func `Rule capability-case makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
