import Testing

@Suite struct `Lint rule contradiction` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\nforbid:\n  - read: /x\n    because: b",
                "7:5: error: `read /x` is required at line 5, but is forbidden here, so "
                    + "the policy never holds; remove one of the two [contradiction]"
            ),
            (
                "require:\n  - read-write: /x\nforbid:\n  - write: /x\n    because: b",
                "7:5: error: `write /x` is part of `read-write /x` at line 5, but is "
                    + "forbidden here, so the policy never holds; remove one of the two [contradiction]"
            ),
            (
                "require:\n  - all: [{ capability: CAP_KILL }, { read: /x }]\nforbid:\n  - "
                    + "any: [{ capability: CAP_KILL, in: permitted }, { read: /y }]\n    because: b",
                "7:11: error: `capability CAP_KILL in permitted` is part of `capability "
                    + "CAP_KILL` at line 5, but is forbidden here, so the policy never holds; remove "
                    + "one of the two [contradiction]"
            ),
            (
                "require:\n  - capability: CAP_KILL\n    in: permitted\nforbid:\n"
                    + "  - capability: CAP_KILL\n    because: b",
                "8:5: error: `capability CAP_KILL` is denied only where `capability CAP_KILL in "
                    + "permitted` is, and line 5 requires that, so the policy never holds; remove "
                    + "one of the two [contradiction]"
            ),
            (
                "require:\n  - read: /x\n  - not: { read: /x }",
                "6:10: error: `read /x` is required at line 5, but is forbidden here, so "
                    + "the policy never holds; remove one of the two [contradiction]"
            ),
        ] as [(String, String)]
    )
    func `Rule contradiction reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("contradiction", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - write: /x\nforbid:\n  - read: /x\n    because: b",
        "require:\n  - capability: CAP_KILL\n    in: bounding\nforbid:\n"
            + "  - capability: CAP_KILL\n    because: b",
        "require:\n  - read: /x\nforbid:\n  - read: /x\n    as: nobody\n    because: b",
        "require:\n  - read: /x\nforbid:\n  - read: /x\n    severity: advice\n    "
            + "because: b",
        "require:\n  - read: /x\nforbid:\n  - read: /x\n    when: { read: /y }\n    "
            + "because: b",
        "require:\n  - any: [{ read: /x }, { read: /y }]\nforbid:\n  - read: /x\n    "
            + "because: b",
        "require:\n  - read: /x\nforbid:\n  - all: [{ read: /x }, { read: /y }]\n    "
            + "because: b",
    ])
    func `Rule contradiction has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("contradiction", text) == [])
    }
}
