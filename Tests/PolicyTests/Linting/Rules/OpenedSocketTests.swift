import Testing

@Suite struct `Lint rule opened-socket` {
    @Test(
        arguments: [
            (
                "forbid:\n  - write: /run/docker.sock\n    because: b",
                "5:12: warning: open(2) refuses every socket, so `write /run/docker.sock` "
                    + "is granted to no user; ask for `access` with `argument: w`, or for "
                    + "`connect: unix:…` [opened-socket]"
            ),
            (
                "require:\n  - connect: unix:/run/db\n  - any: [{ read-write: /run/db }, "
                    + "{ read: /x }]",
                "6:25: warning: open(2) refuses every socket, so `read-write /run/db` "
                    + "is granted to no user; ask for `access` with `argument: w`, or for "
                    + "`connect: unix:…` [opened-socket]"
            ),
            (
                "require:\n  - bind: unix:/run/db\n  - truncate: /run/db",
                "6:15: warning: truncate(2) refuses every socket, so `truncate /run/db` "
                    + "is granted to no user; ask for `access` with `argument: w`, or for "
                    + "`connect: unix:…` [opened-socket]"
            ),
            (
                "require:\n  - execute: /run/a.socket",
                "5:14: warning: execve(2) refuses every socket, so `execute /run/a.socket` "
                    + "is granted to no user; ask for `access` with `argument: w`, or for "
                    + "`connect: unix:…` [opened-socket]"
            ),
        ] as [(String, String)]
    )
    func `Rule opened-socket reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("opened-socket", text) == [line])
    }

    @Test(arguments: [
        "forbid:\n  - access: /run/docker.sock\n    argument: w\n    because: b",
        "require:\n  - connect: unix:/run/docker.sock\n  - stat: /run/docker.sock",
        "require:\n  - create: /run/a.sock\n  - delete: /run/b.sock\n  - chmod: /run/c.sock\n"
            + "    argument: \"0600\"",
        "require:\n  - connect: unix:@/run/db\n  - read: /run/db",
        "require:\n  - read: /etc/systemd/system/a.socket",
        "require:\n  - read: /etc/a.sock/b\n  - read: /etc/sock",
    ])
    func `Rule opened-socket has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("opened-socket", text) == [])
    }
}
