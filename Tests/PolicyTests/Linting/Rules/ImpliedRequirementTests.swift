import Testing

@Suite struct `Lint rule implied-requirement` {
    @Test(
        arguments: [
            (
                "require:\n  - read: /x\n  - read-write: /x",
                "5:5: warning: `read /x` holds wherever `read-write /x` at line 6 does, and "
                    + "adds nothing to it; remove it [implied-requirement]"
            ),
            (
                "require:\n  - list: /x\n  - read: /x",
                "6:5: warning: `read /x` holds wherever `list /x` at line 5 does, and adds "
                    + "nothing to it; remove it [implied-requirement]"
            ),
            (
                "require:\n  - capability: CAP_KILL\n    in: ambient\n  - capability: "
                    + "CAP_KILL\n    in: inheritable",
                "7:5: warning: `capability CAP_KILL in inheritable` holds wherever "
                    + "`capability CAP_KILL in ambient` at line 5 does, and adds nothing to it; "
                    + "remove it [implied-requirement]"
            ),
            (
                "require:\n  - any: [{ write: /x }, { append: /x }]",
                "5:11: warning: `write /x` holds only where `append /x` at line 5 does, and "
                    + "adds nothing to it; remove it [implied-requirement]"
            ),
            (
                "forbid:\n  - capability: CAP_KILL\n    because: a\n  - capability: CAP_KILL\n"
                    + "    in: permitted\n    because: b",
                "7:5: warning: `capability CAP_KILL in permitted` holds wherever "
                    + "`capability CAP_KILL` at line 5 does, and adds nothing to it; remove it "
                    + "[implied-requirement]"
            ),
            (
                "forbid:\n  - all: [{ capability: CAP_KILL }, { capability: CAP_KILL, "
                    + "in: permitted }]\n    because: a",
                "5:11: warning: `capability CAP_KILL` holds only where `capability CAP_KILL in "
                    + "permitted` at line 5 does, and adds nothing to it; remove it "
                    + "[implied-requirement]"
            ),
            (
                "forbid:\n  - any: [{ capability: CAP_KILL }, { capability: CAP_KILL, "
                    + "in: permitted }]\n    because: a",
                "5:37: warning: `capability CAP_KILL in permitted` holds wherever `capability "
                    + "CAP_KILL` at line 5 does, and adds nothing to it; remove it "
                    + "[implied-requirement]"
            ),
            (
                "require:\n  - any: [{ capability: CAP_KILL }, { capability: CAP_KILL, "
                    + "in: permitted }]",
                "5:11: warning: `capability CAP_KILL` holds only where `capability CAP_KILL in "
                    + "permitted` at line 5 does, and adds nothing to it; remove it "
                    + "[implied-requirement]"
            ),
            (
                "require:\n  - all: [{ capability: CAP_KILL }, { capability: CAP_KILL, "
                    + "in: permitted }]",
                "5:37: warning: `capability CAP_KILL in permitted` holds wherever `capability "
                    + "CAP_KILL` at line 5 does, and adds nothing to it; remove it "
                    + "[implied-requirement]"
            ),
            (
                "forbid:\n  - write: /x\n    because: a\n  - append: /x\n    because: b",
                "5:5: warning: `write /x` holds only where `append /x` at line 7 does, and "
                    + "adds nothing to it; remove it [implied-requirement]"
            ),
        ] as [(String, String)]
    )
    func `Rule implied-requirement reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("implied-requirement", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - read: /x\n  - write: /x",
        "require:\n  - append: /x\n  - read: /x",
        "require:\n  - capability: CAP_KILL\n  - capability: CAP_KILL\n    in: bounding",
        "require:\n  - capability: CAP_KILL\n    in: permitted\n  - capability: "
            + "CAP_KILL\n    in: bounding",
        "require:\n  - read: /x\n    when: { all: [{ capability: CAP_KILL }, { capability: "
            + "CAP_KILL, in: permitted }] }",
        "require:\n  - read: /x\n    as: nobody\n  - read-write: /x",
        "require:\n  - read: /x\n    when: { read: /y }\n  - read-write: /x",
        "require:\n  - read: /x\n    follow: false\n  - read-write: /x",
        "require:\n  - read: /x\nforbid:\n  - read-write: /x\n    because: b",
    ])
    func `Rule implied-requirement has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("implied-requirement", text) == [])
    }
}
