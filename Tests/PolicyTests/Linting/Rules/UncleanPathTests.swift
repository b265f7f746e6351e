import Testing

@Suite struct `A path that is not clean` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /a//b/./c",
                "5:11: warning: `/a//b/./c` is not written as others would write it; write "
                    + "`/a/b/c` [unclean-path]"
            )
        ] as [(String, String)]
    )
    func `is told, and what to do`(text: String, line: String) {
        #expect(Linted.lines("unclean-path", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /a/b/",
        "require:\n  - read: /a/.",
        "require:\n  - create: /a/./",
        "require:\n  - read: /./",
        "require:\n  - read: /a/.b/..c/...",
        "require:\n  - read: /",
    ])
    func `is not told of others`(text: String) {
        #expect(Linted.lines("unclean-path", text) == [])
    }

    @Test(
        arguments: [
            (
                "require:\n  - read: '//a///b//'\n",
                "require:\n  - read: '/a/b/'\n"
            ),
            (
                "require:\n  - delete: /a//./\n    argument: directory\n",
                "require:\n  - delete: /a/./\n    argument: directory\n"
            ),
            (
                "require:\n  - stat: /././a/./././/\n  - stat: /b/././.\n",
                "require:\n  - stat: /a/./\n  - stat: /b/.\n"
            ),
            (
                "require:\n  - read: \"/a//b\"\n  - read: /c/././d # e\n",
                "require:\n  - read: \"/a/b\"\n  - read: /c/d # e\n"
            ),
            (
                "parameters: { d: { default: /x/ } }\nrequire:\n  - read: ${d}//y\n",
                "parameters: { d: { default: /x/ } }\nrequire:\n  - read: ${d}/y\n"
            ),
            (
                "parameters: { d: { default: y } }\nrequire:\n  - read: /x/./${d}\n",
                "parameters: { d: { default: y } }\nrequire:\n  - read: /x/./${d}\n"
            ),
        ] as [(String, String)]
    )
    func `is repaired where that is safe`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
