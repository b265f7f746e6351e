import PolicyLanguage
import Testing

@Suite struct `A subject` {
    static let forms =
        "write `{ user: … }`, `{ unit: … }`, `{ container: … }` or `{ pid: … }` [wrong-type]"
    static let oneOf =
        "a subject has exactly one of `unit`, `container`, `user` and `pid`, but this one has"
    static let userForm =
        "write `USER`, or `USER:GROUP,GROUP` with the primary group first [invalid-subject]"

    @Test func `A subject is a unit, a user or a process`() throws {
        #expect(try subject("{ unit: a.service }") == .unit(Located("a.service", at: place(5, 17))))
        #expect(
            try subject("{ unit: a.service, restarted: true }")
                == .unit(Located("a.service", at: place(5, 17)), isRestarted: true)
        )
        #expect(
            try subject("{ unit: a.service, restarted: true, command: ExecStartPre:2 }")
                == .unit(
                    Located("a.service", at: place(5, 17)),
                    isRestarted: true,
                    command: Located("ExecStartPre:2", at: place(5, 54))
                )
        )
        #expect(
            try subject("{ unit: a.service, restarted: false }")
                == .unit(Located("a.service", at: place(5, 17)))
        )
        #expect(try subject("{ pid: 42 }") == .process(Located(42, at: place(5, 16))))
        #expect(
            try subject("{ user: 1000, groups: [5, adm], capabilities: [CAP_KILL] }")
                == .user(
                    SubjectSyntax.User(
                        name: Located("1000", at: place(5, 17)),
                        groups: [
                            Located("5", at: place(5, 32)), Located("adm", at: place(5, 35)),
                        ],
                        capabilities: [Located("CAP_KILL", at: place(5, 56))]
                    )
                )
        )
    }

    @Test(
        arguments: [
            ("www-data", "www-data", nil), ("33:33", "33", ["33"]),
            ("www-data:adm,ssl-cert", "www-data", ["adm", "ssl-cert"]),
        ] as [(String, String, [String]?)]
    )
    func `A subject under as may have the short form`(text: String, name: String, groups: [String]?)
        throws
    {
        #expect(
            try subject(text)
                == .user(
                    SubjectSyntax.User(
                        name: Located(name, at: place(5, 9)),
                        groups: groups?.map { Located($0, at: place(5, 9)) },
                        capabilities: nil
                    )
                )
        )
    }

    @Test(arguments: ["a:", ":b", ":", "a:b,", "a:,b", "a:b:c", "a:b,,c"])
    func `An incomplete short form is refused`(text: String) {
        #expect(
            complaints(ofRequirement: "read: /a\nas: '\(text)'")
                == ["p.yaml:5:9: `\(text)` is not a user with groups; \(Self.userForm)"]
        )
    }

    @Test(arguments: ["nginx.service", "a@b.socket", "srv.mount", ".swap", "a.service:b"])
    func `The short form refuses the name of a unit`(text: String) {
        #expect(
            complaints(ofRequirement: "read: /a\nas: '\(text)'") == [
                "p.yaml:5:9: `\(text)` looks like a unit, but this key takes a user; "
                    + "write `{ unit: … }`, or `{ user: … }` for a user of that name "
                    + "[invalid-subject]"
            ]
        )
    }

    @Test(arguments: ["a.services", "service", "a:b.service", "a.timers"])
    func `A name that only resembles a unit is accepted`(text: String) {
        #expect(complaints(ofRequirement: "read: /a\nas: '\(text)'") == [])
    }

    @Test(arguments: ["0", "-1", "+1", "1.0", "self", "2147483648", "0x10"])
    func `A process id is a number above zero`(text: String) {
        #expect(
            complaints(ofRequirement: "read: /a\nas: { pid: '\(text)' }") == [
                "p.yaml:5:16: `\(text)` is not a process id; "
                    + "write a whole number from 1 to 2147483647 [invalid-subject]"
            ]
        )
    }

    @Test(arguments: [
        ("[a]", "5:9: a subject is a mapping, but this is a list; \(forms)"),
        ("{}", "5:9: \(oneOf) none; write one [invalid-subject]"),
        ("{ groups: [a] }", "5:9: \(oneOf) none; write one [invalid-subject]"),
        ("{ user: a, pid: 1 }", "5:9: \(oneOf) `user` and `pid`; keep one [invalid-subject]"),
        (
            "{ unit: a, user: b, pid: 1 }",
            "5:9: \(oneOf) `unit`, `user` and `pid`; keep one [invalid-subject]"
        ),
        (
            "{ unit: a, groups: [b] }",
            "5:20: `groups` is a key of `user`, not of `unit`; "
                + "remove it, or move it to where `user` is [misplaced-key]"
        ),
        (
            "{ user: a, restarted: true }",
            "5:20: `restarted` is a key of `unit`, not of `user`; "
                + "remove it, or move it to where `unit` is [misplaced-key]"
        ),
        (
            "{ user: a, command: ExecStop }",
            "5:20: `command` is a key of `unit`, not of `user`; "
                + "remove it, or move it to where `unit` is [misplaced-key]"
        ),
        (
            "{ unit: a, command: ExecStop }",
            "5:29: `command` is for a unit as systemd would start it; "
                + "add `restarted: true`, or remove `command` [misplaced-key]"
        ),
        (
            "{ unit: a, restarted: yes }",
            "5:31: `restarted` takes true or false, not `yes`; write `true` [invalid-boolean]"
        ),
        (
            "{ usr: a }",
            "5:11: unknown key `usr` of a subject; did you mean `user`? [unknown-key]"
        ),
        (
            "{ user: a, grops: [b] }",
            "5:20: unknown key `grops` of a subject; did you mean `groups`? [unknown-key]"
        ),
        (
            "{ user: a, groups: [] }",
            "5:28: `groups` is empty, but a user has a primary group; "
                + "list it first, or remove `groups` to use those that the system knows [empty-list]"
        ),
        (
            "{ user: a, groups: ['${b}'] }",
            "5:29: unknown parameter `b`; declare it under `parameters`, "
                + "or write `$${` for a plain `${` [unknown-parameter]"
        ),
        (
            "{ user: a, groups: b }",
            "5:28: `groups` takes a list, not a text; "
                + "write `groups: [ … ]` [wrong-type]"
        ),
        (
            "{ user: a, capabilities: [{}] }",
            "5:35: `capabilities` takes a text, not a mapping; "
                + "write a single text [wrong-type]"
        ),
        (
            "{ user: 'a:b' }",
            "5:17: `a:b` is not the name of a user; "
                + "write groups as `groups: [ … ]` beside `user` [invalid-subject]"
        ),
    ])
    func `An invalid subject is reported in one line`(text: String, complaint: String) {
        #expect(complaints(ofRequirement: "read: /a\nas: \(text)") == ["p.yaml:" + complaint])
    }

    @Test func `The subject of a policy has the same forms as under as`() throws {
        let head = "warrant: 1\nname: n\nforbid: [{ read: /a }]\nsubject: "
        #expect(
            try policy(head + "www-data:adm").subject?.kind
                == .user(
                    SubjectSyntax.User(
                        name: Located("www-data", at: place(4, 10)),
                        groups: [Located("adm", at: place(4, 10))],
                        capabilities: nil
                    )
                )
        )
        #expect(
            complaints(of: head + "'a:'")
                == ["p.yaml:4:10: `a:` is not a user with groups; \(Self.userForm)"]
        )
        #expect(
            complaints(of: head + "[a]")
                == ["p.yaml:4:10: a subject is a mapping, but this is a list; \(Self.forms)"]
        )
    }

    private func subject(_ text: String) throws -> SubjectSyntax.Kind? {
        try requirement("read: /a\nas: \(text)")?.as?.kind
    }
}
