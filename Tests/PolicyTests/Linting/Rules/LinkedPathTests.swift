import Testing

@Suite struct `Lint rule linked-path` {
    @Test(
        arguments: [
            (
                "require:\n  - write: /var/run/a.pid",
                "5:12: warning: `/var/run` is but a link to `/run`; write `/run/a.pid` "
                    + "[linked-path]"
            ),
            (
                "forbid:\n  - connect: unix:/var/run/a.sock\n    because: b",
                "5:14: warning: `/var/run` is but a link to `/run`; write `/run/a.sock` "
                    + "[linked-path]"
            ),
            (
                "require:\n  - create: /var/lock/a",
                "5:13: warning: `/var/lock` is but a link to `/run/lock`; write "
                    + "`/run/lock/a` [linked-path]"
            ),
        ] as [(String, String)]
    )
    func `Rule linked-path reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("linked-path", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read-link: /var/run",
        "require:\n  - read: /run/a",
        "require:\n  - read: /var/running/a",
        "require:\n  - connect: tcp:var:1",
    ])
    func `Rule linked-path has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("linked-path", text) == [])
    }
}
