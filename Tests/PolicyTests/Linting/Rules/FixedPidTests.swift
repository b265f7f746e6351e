import Testing

@Suite struct `Lint rule fixed-pid` {
    @Test(
        arguments: [
            (
                "subject: { pid: 4711 }\nrequire:\n  - read: /x",
                "4:17: warning: process id 4711 names another process once this one has ended; "
                    + "name its unit or its user, or ask with `--pid` [fixed-pid]"
            ),
            (
                "require:\n  - any: [{ read: /x, as: { pid: 2 } }, { read: /y }]",
                "5:34: warning: process id 2 names another process once this one has ended; "
                    + "name its unit or its user, or ask with `--pid` [fixed-pid]"
            ),
        ] as [(String, String)]
    )
    func `Rule fixed-pid reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("fixed-pid", text) == [line])
    }

    @Test(arguments: [
        "subject: { pid: 1 }\nrequire:\n  - read: /x",
        "subject: { unit: a.service }\nrequire:\n  - read: /x",
    ])
    func `Rule fixed-pid has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("fixed-pid", text) == [])
    }
}
