import Testing

@Suite struct `Lint rule unused-parameter` {
    @Test(
        arguments: [
            (
                "parameters: { a: { default: b } }\nrequire:\n  - read: /x\n",
                "4:15: warning: the parameter `a` is used nowhere; remove it, or write "
                    + "`${a}` where it belongs [unused-parameter]"
            ),
            (
                "parameters: { a: { default: b } }\nrequire:\n  - read: /$${a}",
                "4:15: warning: the parameter `a` is used nowhere; remove it, or write "
                    + "`${a}` where it belongs [unused-parameter]"
            ),
            (
                "parameters: { a: { default: b, summary: \"${a}\" } }\nrequire:\n  - read: /x\n",
                "4:15: warning: the parameter `a` is used nowhere; remove it, or write "
                    + "`${a}` where it belongs [unused-parameter]"
            ),
        ] as [(String, String)]
    )
    func `Rule unused-parameter reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("unused-parameter", text) == [line])
    }

    @Test(arguments: [
        "parameters: { a: { default: b } }\nrequire:\n  - read: /${a}",
        "parameters: { a: { default: b } }\nsubject: { user: \"${a}\" }\nrequire:\n  "
            + "- read: /x\n",
        "parameters: { a: { default: b } }\nrequire:\n  - any: [{ read: /x, as: { "
            + "user: u, groups: [\"${a}\"] } }, { read: /y }]",
        "require:\n  - read: /x\n",
    ])
    func `Rule unused-parameter has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("unused-parameter", text) == [])
    }
}
