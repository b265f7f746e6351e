import Testing

@Suite struct `Lint rule idle-condition` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n    when: { read: /x }",
                "5:5: error: `read /x` applies only where it holds, and so says nothing; "
                    + "remove the `when`, or correct it [idle-condition]"
            ),
            (
                "forbid:\n  - read: /x\n    when: { read: /x }\n    because: b",
                "5:5: error: `read /x` applies only where it does not hold, and so always "
                    + "fails; remove the `when`, or correct it [idle-condition]"
            ),
            (
                "require:\n  - read: /x\n    when: { not: { read: /x } }",
                "5:5: error: `read /x` applies only where it does not hold, and so always "
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
    ])
    func `Rule idle-condition has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("idle-condition", text) == [])
    }
}
