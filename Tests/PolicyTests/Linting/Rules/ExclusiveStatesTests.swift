import Testing

@Suite struct `Lint rule exclusive-states` {
    @Test(
        arguments: [
            (
                "require:\n  - unit: a.service\n  - unit: a.service\n    state: failed",
                "6:5: error: `a.service` cannot be failed and, as line 5 requires, active; "
                    + "remove one, or write both as parts of an `any` [exclusive-states]"
            ),
            (
                "require:\n  - all: [{ unit: a.service, state: enabled }, { unit: a.service, "
                    + "state: disabled }]",
                "5:48: error: `a.service` cannot be disabled and, as line 5 requires, "
                    + "enabled; remove one, or write both as parts of an `any` [exclusive-states]"
            ),
        ] as [(String, String)]
    )
    func `Rule exclusive-states reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("exclusive-states", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - unit: a.service\n  - unit: a.service\n    state: enabled",
        "require:\n  - unit: a.service\n  - unit: b.service\n    state: inactive",
        "require:\n  - any: [{ unit: a.service }, { unit: a.service, state: failed }]",
        "require:\n  - unit: a.service\nforbid:\n  - unit: a.service\n    state: "
            + "failed\n    because: b",
        "require:\n  - unit: a.service\n  - unit: a.service\n    state: failed\n    "
            + "when: { read: /x }",
    ])
    func `Rule exclusive-states has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("exclusive-states", text) == [])
    }
}
