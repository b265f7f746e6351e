import Testing

@Suite struct `Lint rule unbraced-parameter` {
    static let head = "parameters: { user: { default: a }, a-b: { default: c } }\n"

    @Test(
        arguments: [
            (
                "forbid:\n  - read: /home/$user/.ssh",
                "6:11: warning: `$user` in `/home/$user/.ssh` stands for itself; write `${user}` "
                    + "[unbraced-parameter]"
            ),
            (
                "require:\n  - confirm: Drop x$a-b?",
                "6:14: warning: `$a-b` in `Drop x$a-b?` stands for itself; write `${a-b}` "
                    + "[unbraced-parameter]"
            ),
            (
                "require:\n  - rename: /a\n    argument: /b/$user-1",
                "7:15: warning: `$user` in `/b/$user-1` stands for itself; write `${user}` "
                    + "[unbraced-parameter]"
            ),
            (
                "require:\n  - read: /srv/$HOME/x",
                "6:11: warning: `$HOME` in `/srv/$HOME/x` stands for itself; write the value "
                    + "itself, or make it a parameter, `${HOME}` [unbraced-parameter]"
            ),
        ] as [(String, String)]
    )
    func `Rule unbraced-parameter reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("unbraced-parameter", Self.head + text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /home/${user}/${a-b}",
        "require:\n  - read: /home/$${user}",
        "require:\n  - read: /srv/A$users.class",
        "require:\n  - read: /srv/$Recycle.Bin/$1/$",
        "require:\n  - confirm: Pay $FIVE?",
        "require:\n  - read: /srv/$HOME  # warrant: allow unbraced-parameter it is called so",
    ])
    func `Rule unbraced-parameter has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("unbraced-parameter", Self.head + text) == [])
    }
}
