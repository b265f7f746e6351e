import Testing

@Suite struct `Lint rule override-to-read` {
    @Test(
        arguments: [
            (
                "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - all: [{ list: "
                    + "/y }, { access: /z, argument: r }]",
                "5:17: warning: `CAP_DAC_OVERRIDE` also allows writing, but this "
                    + "policy only requires reading; require `CAP_DAC_READ_SEARCH` [override-to-read]"
            ),
            (
                "require:\n  - capability: CAP_DAC_OVERRIDE\n    as: a\n  - read: /x\n    "
                    + "as: a\n  - write: /x",
                "5:17: warning: `CAP_DAC_OVERRIDE` also allows writing, but this "
                    + "policy only requires reading; require `CAP_DAC_READ_SEARCH` [override-to-read]"
            ),
        ] as [(String, String)]
    )
    func `Rule override-to-read reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("override-to-read", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - capability: CAP_DAC_OVERRIDE",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - write: /y",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - execute: /y",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - connect: unix:/y",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - bind: unix:/y",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n    as: a\n  - read: /x\n    as: b",
        "require:\n  - capability: CAP_DAC_READ_SEARCH\n  - read: /x",
        "forbid:\n  - capability: CAP_DAC_OVERRIDE\n    because: b\nrequire:\n  - "
            + "read: /x",
    ])
    func `Rule override-to-read has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("override-to-read", text) == [])
    }
}
