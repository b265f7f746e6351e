import Testing

@Suite struct `Lint rule idle-condition` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n    when: { read: /x }",
                "5:5: error: `read /x` applies only if it holds, so it checks nothing; "
                    + "remove the `when`, or correct it [idle-condition]"
            ),
            (
                "forbid:\n  - read: /x\n    when: { read: /x }\n    because: b",
                "5:5: error: `read /x` applies only if it does not hold, so it always "
                    + "fails; remove the `when`, or correct it [idle-condition]"
            ),
            (
                "require:\n  - read: /x\n    when: { not: { read: /x } }",
                "5:5: error: `read /x` applies only if it does not hold, so it always "
                    + "fails; remove the `when`, or correct it [idle-condition]"
            ),
        ] as [(String, String)]
    )
    func `Rule idle-condition reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("idle-condition", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x\n    when: { read: /y }",
        "require:\n  - read: /x\n    when: { read: /x, as: nobody }",
        // If the file does not exist and may be created, the requirement applies and does not hold.
        "forbid:\n  - write: /x\n    when: { not: { write: /x } }",
        "require:\n  - not: { write: /x }\n    when: { not: { write: /x } }",
    ])
    func `Rule idle-condition has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("idle-condition", text) == [])
    }
}
