import Testing

@Suite struct `Lint rule unneeded-allow` {
    @Test(
        arguments: [
            (
                "# warrant: allow fixed-pid why\nrequire:\n  - read: /x",
                "4:1: warning: line 5 has no finding `fixed-pid` to allow; remove the "
                    + "comment [unneeded-allow]"
            ),
            (
                "require:\n  - read: /tmp/x  # warrant: allow fixed-pid why",
                "5:19: warning: line 5 has no finding `fixed-pid` to allow; remove the "
                    + "comment [unneeded-allow]"
            ),
            (
                "require:\n  # warrant: allow world-writable-parent why\n  - read: /tmp/x  # "
                    + "warrant: allow world-writable-parent why",
                "6:19: warning: line 6 has no finding `world-writable-parent` to allow; "
                    + "remove the comment [unneeded-allow]"
            ),
            (
                "require:\n  # warrant: allow world-writable-parent why\n\n  - read: /tmp/x",
                "5:3: warning: line 6 has no finding `world-writable-parent` to allow; "
                    + "remove the comment [unneeded-allow]"
            ),
        ] as [(String, String)]
    )
    func `Rule unneeded-allow reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("unneeded-allow", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /tmp/x  # warrant: allow world-writable-parent why",
        "require:\n  # warrant: allow world-writable-parent why\n  # and more of it\n"
            + "  - read: /tmp/x",
        "require:\n  # warrant: allow world-writable-parent why\n  # warrant: allow "
            + "unclean-path why\n  - read: /tmp//x",
    ])
    func `Rule unneeded-allow has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("unneeded-allow", text) == [])
    }

    @Test(
        arguments: [
            (
                "# warrant: allow fixed-pid why\nrequire:\n  - read: /x\n",
                "require:\n  - read: /x\n"
            ),
            (
                "require:\n  - read: /x  # warrant: allow fixed-pid why\n",
                "require:\n  - read: /x\n"
            ),
            (
                "require:\n  - read: /x # warrant: allow fixed-pid why",
                "require:\n  - read: /x"
            ),
        ] as [(String, String)]
    )
    func `Rule unneeded-allow makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
