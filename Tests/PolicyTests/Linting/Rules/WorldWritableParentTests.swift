import Testing

@Suite struct `Lint rule world-writable-parent` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /tmp/a",
                "5:11: warning: any user can create `/tmp/a` first: all may write `/tmp`; "
                    + "use a directory of the service's own, such as `RuntimeDirectory=` makes "
                    + "[world-writable-parent]"
            ),
            (
                "require:\n  - bind: unix:/dev/shm/a/b",
                "5:11: warning: any user can create `/dev/shm/a/b` first: all may write "
                    + "`/dev/shm`; use a directory of the service's own, such as "
                    + "`RuntimeDirectory=` makes [world-writable-parent]"
            ),
        ] as [(String, String)]
    )
    func `Rule world-writable-parent reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("world-writable-parent", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - create: /tmp/a",
        "require:\n  - list: /tmp",
        "require:\n  - list: /tmp/",
        "forbid:\n  - read: /tmp/a\n    because: b",
        "require:\n  - read: /tmpfiles/a",
        "require:\n  - read: /x\n    when: { read: /tmp/a }",
    ])
    func `Rule world-writable-parent has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("world-writable-parent", text) == [])
    }
}
