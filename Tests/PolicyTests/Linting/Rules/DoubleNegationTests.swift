import Testing

@Suite struct `Lint rule double-negation` {
    @Test(
        arguments: [
            (
                "require:\n  - not: { not: { read: /x } }",
                "5:5: warning: a `not` within a `not` cancels it; replace both with the "
                    + "requirement inside them [double-negation]"
            )
        ] as [(String, String)]
    )
    func `Rule double-negation reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("double-negation", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - not: { read: /x }",
        "require:\n  - not: { any: [{ not: { read: /x } }, { read: /y }] }",
    ])
    func `Rule double-negation has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("double-negation", text) == [])
    }

    @Test(
        arguments: [
            (
                "require:\n  - not: { not: { read: /x } }\n",
                "require:\n  - { read: /x }\n"
            ),
            (
                "require:\n  - not:\n      not:\n        read: /x\n        as: nobody\n",
                "require:\n  - read: /x\n    as: nobody\n"
            ),
            (
                "require:\n  - not:\n      not: { read: /x }\n      as: nobody\n",
                "require:\n  - not:\n      not: { read: /x }\n      as: nobody\n"
            ),
            (
                "require:\n  - not: { not: { not: { not: { read: /x } } } }\n",
                "require:\n  - { read: /x }\n"
            ),
            (
                "require:\n  - not: { not: { confirm: Go? } }\n",
                "require:\n  - not: { not: { confirm: Go? } }\n"
            ),
            (
                "require:\n  - not: { not: { all: [{ read: /x }, { unit: a.service }] } }\n",
                "require:\n  - not: { not: { all: [{ read: /x }, { unit: a.service }] } }\n"
            ),
            (
                "require:\n  - not: { not: { not: { not: { not: { confirm: Go? } } } } }\n",
                "require:\n  - { not: { confirm: Go? } }\n"
            ),
        ] as [(String, String)]
    )
    func `Rule double-negation makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
