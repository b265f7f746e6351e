import Testing

@Suite struct `Lint rule unclean-path` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /a//b/./c",
                "5:11: warning: `/a//b/./c` has `//` or `/./` in it, so a search for its usual "
                    + "form misses it; write `/a/b/c` [unclean-path]"
            )
        ] as [(String, String)]
    )
    func `Rule unclean-path reports a finding with a remedy`(text: String, line: String) {
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
    func `Rule unclean-path has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("unclean-path", text) == [])
    }

    /// The kernel refuses the path as it is, but not without the slashes.
    @Test func `Rule unclean-path leaves a path alone that is too long for the kernel`() {
        let slashes = String(repeating: "/", count: 4095)
        #expect(Linted.lines("unclean-path", "require:\n  - read: \(slashes)a") == [])
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
    func `Rule unclean-path makes only safe repairs`(text: String, fixed: String) {
        #expect(Linted.fixed(text) == fixed)
    }
}
