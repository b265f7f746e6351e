import Testing

@Suite struct `A subject that is asked about anyway` {
    @Test(
        arguments: [
            (
                "subject: { user: a, groups: [b] }\nrequire:\n  - read: /x\n    as: a:b",
                "7:9: warning: this is who `read /x` is asked about anyway; remove the `as` "
                    + "[redundant-subject]"
            ),
            (
                "require:\n  - as: { unit: a.service }\n    all: [{ read: /x, as: { unit: "
                    + "a.service } }, { read: /y }]",
                "6:27: warning: this is who `read /x` is asked about anyway; remove the `as` "
                    + "[redundant-subject]"
            ),
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("redundant-subject", text) == [line])
    }

    @Test(arguments: [
        "subject: { user: a }\nrequire:\n  - read: /x\n    as: a:b",
        "subject: { user: a }\nrequire:\n  - read: /x\n    as: b",
        "require:\n  - read: /x\n    as: a",
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("redundant-subject", text) == [])
    }
}
