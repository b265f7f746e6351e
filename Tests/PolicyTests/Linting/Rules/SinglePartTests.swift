import Testing

@Suite struct `Lint rule single-part` {
    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }]",
                "5:5: warning: `any` has one part, and means no more than that; write the "
                    + "part in its place, or add the other parts [single-part]"
            ),
            (
                "require:\n  - all:\n      - read: /x",
                "5:5: warning: `all` has one part, and means no more than that; write the "
                    + "part in its place, or add the other parts [single-part]"
            ),
        ] as [(String, String)]
    )
    func `Rule single-part reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("single-part", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - any: [{ read: /x }, { read: /y }]",
        "require:\n  - not: { read: /x }",
    ])
    func `Rule single-part has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("single-part", text) == [])
    }

    @Test(
        arguments: [
            (
                "require:\n  - any: [{ read: /x }]\n",
                "require:\n  - { read: /x }\n"
            ),
            (
                "require:\n  - { any: [{ read: /x }] }  # why\n",
                "require:\n  - { read: /x }  # why\n"
            ),
            (
                "require:\n  - any:\n      - read: /x  # key\n        # and\n        "
                    + "because: b\n  - read: /y\n",
                "require:\n  - read: /x  # key\n    # and\n    because: b\n  - read: /y\n"
            ),
            (
                "require:\n  - any:\n    - read: /x\n      because: |\n        b\n\n         "
                    + " c\n  - read: /y\n",
                "require:\n  - read: /x\n    because: |\n      b\n\n        c\n  - read: /y\n"
            ),
            (
                "require:\n  - any:\n      - all:\n          - any: [{ read: /x }]\n",
                "require:\n  - { read: /x }\n"
            ),
            (
                "require:\n  - any:  # why\n      - read: /x\n",
                "require:\n  - any:  # why\n      - read: /x\n"
            ),
            (
                "require:\n  - id: a\n    any:\n      - read: /x\n",
                "require:\n  - id: a\n    any:\n      - read: /x\n"
            ),
            (
                "require:\n  - any:\n      - read: /x\n        when: { read: /y }\n",
                "require:\n  - any:\n      - read: /x\n        when: { read: /y }\n"
            ),
            (
                "require:\n  - any:\n      - read: /x\n    within: 1s\n",
                "require:\n  - any:\n      - read: /x\n    within: 1s\n"
            ),
            (
                "require:\n  - any: [read: /x]\n",
                "require:\n  - any: [read: /x]\n"
            ),
            (
                "require:\n  - not:\n      any:\n        - read: /x\n",
                "require:\n  - not:\n      read: /x\n"
            ),
        ] as [(String, String)]
    )
    func `Rule single-part makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
