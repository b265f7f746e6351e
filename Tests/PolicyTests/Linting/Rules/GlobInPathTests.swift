import Testing

@Suite struct `Lint rule glob-in-path` {
    static let rest =
        "stands for itself, as nothing expands a path; "
        + "write a requirement for each file, or allow this if the file has that name [glob-in-path]"

    @Test(
        arguments: [
            (
                "forbid:\n  - read: /etc/ssl/private/*",
                "5:11: warning: `*` in `/etc/ssl/private/*` \(rest)"
            ),
            ("require:\n  - stat: /a?/b", "5:11: warning: `?` in `/a?/b` \(rest)"),
            (
                "require:\n  - connect: unix:/run/[a-c].sock",
                "5:14: warning: `[a-c]` in `/run/[a-c].sock` \(rest)"
            ),
            ("require:\n  - stat: /[/b*", "5:11: warning: `*` in `/[/b*` \(rest)"),
        ] as [(String, String)]
    )
    func `Rule glob-in-path reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("glob-in-path", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - execute: /usr/bin/[",
        "require:\n  - stat: /a[/b]",
        "require:\n  - connect: unix:@a*",
        "require:\n  - confirm: Go?",
        "require:\n  - read: /a*  # warrant: allow glob-in-path it is called so",
    ])
    func `Rule glob-in-path has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("glob-in-path", text) == [])
    }
}
