import Testing

@Suite struct `Lint rule user-capability` {
    @Test(
        arguments: [
            (
                "subject: { user: postfix }\nforbid:\n  - capability: CAP_KILL\n    because: b",
                "6:17: warning: `capability CAP_KILL` is about a user, and processes of users "
                    + "other than root start with none; ask the unit that runs as that user "
                    + "[user-capability]"
            ),
            (
                "require:\n  - any: [{ read: /x }, { capability: CAP_KILL, in: permitted, "
                    + "as: a }]",
                "5:39: warning: `capability CAP_KILL in permitted` is about a user, and "
                    + "processes of users other than root start with none; ask the unit that runs as "
                    + "that user [user-capability]"
            ),
            (
                "require:\n  - capability: CAP_KILL\n    as: { user: root, capabilities: "
                    + "[CAP_KILL] }",
                "5:17: warning: `capability CAP_KILL` is about a user, and its `capabilities` "
                    + "already give the answer; ask the unit that runs as that user "
                    + "[user-capability]"
            ),
            (
                "subject: { user: root, capabilities: [] }\nforbid:\n  - capability: CAP_KILL\n"
                    + "    in: permitted\n    because: b",
                "6:17: warning: `capability CAP_KILL in permitted` is about a user, and its "
                    + "`capabilities` already give the answer; ask the unit that runs as that user "
                    + "[user-capability]"
            ),
            (
                "subject: { user: a, capabilities: [CAP_CHOWN] }\nforbid:\n"
                    + "  - capability: CAP_KILL\n    because: b",
                "6:17: warning: `capability CAP_KILL` is about a user, and its `capabilities` "
                    + "already give the answer; ask the unit that runs as that user "
                    + "[user-capability]"
            ),
            (
                "require:\n  - capability: CAP_KILL\n    in: bounding\n    as: root",
                "5:17: warning: `capability CAP_KILL in bounding` is about a user, and only "
                    + "a process has that set; ask the unit that runs as that user "
                    + "[user-capability]"
            ),
        ] as [(String, String)]
    )
    func `Rule user-capability reports a finding with a remedy`(text: String, line: String) {
        #expect(Linted.lines("user-capability", text) == [line])
    }

    @Test(arguments: [
        "require:\n  - capability: CAP_KILL",
        "subject: { unit: a.service }\nforbid:\n  - capability: CAP_KILL\n    because: b",
        "require:\n  - capability: CAP_KILL\n    as: { pid: 1 }",
        "require:\n  - capability: CAP_KILL\n    as: root\n  - capability: CAP_KILL\n    as: \"0\"",
        "parameters: { u: {} }\nsubject: { user: \"${u}\" }\nrequire:\n  - capability: CAP_KILL",
        "subject: { user: a }\nrequire:\n  - read: /x",
        "subject: { user: root, capabilities: [] }\nforbid:\n  - capability: CAP_KILL\n"
            + "    because: b",
        "subject: { user: a, capabilities: [CAP_SETUID] }\nforbid:\n  - capability: CAP_KILL\n"
            + "    because: b",
        "subject: { user: root, capabilities: [] }\nrequire:\n  - read: /x\n"
            + "    when: { capability: CAP_KILL }",
    ])
    func `Rule user-capability has no finding in a correct policy`(text: String) {
        #expect(Linted.lines("user-capability", text) == [])
    }
}
