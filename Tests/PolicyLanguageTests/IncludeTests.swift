import PolicyLanguage
import Testing

@Suite struct `Includes of a policy` {
    static let text = """
        warrant: 1
        name: n
        parameters: { key: { default: /k } }
        include:
          tls: ../tls.yaml
          db:
            policy: ${key}.yaml
            set: { port: "5432", file: "a${key}", empty: "" }
        """

    @Test func `An include has a namespace, a path and settings`() throws {
        let db = [
            "port": Setting("5432", at: .init(name: place(8, 12), value: place(8, 18))),
            "file": Setting("a/k", at: .init(name: place(8, 26), value: place(8, 32))),
            "empty": Setting("", at: .init(name: place(8, 43), value: place(8, 50))),
        ]
        #expect(
            try policy(Self.text).includes == [
                IncludeSyntax(
                    namespace: Located("tls", at: place(5, 3)),
                    path: Located("../tls.yaml", at: place(5, 8))
                ),
                // No value may choose the requirements.
                IncludeSyntax(
                    namespace: Located("db", at: place(6, 3)),
                    path: Located("${key}.yaml", at: place(7, 13)),
                    settings: db
                ),
            ]
        )
    }

    @Test(arguments: [
        (
            "[a.yaml]",
            "3:10: `include` takes a mapping, not a list; "
                + "write `NAMESPACE: PATH` for each [wrong-type]"
        ),
        (
            "{ a b: c.yaml }",
            "3:12: `a b` cannot name what is included; "
                + "use letters, digits, `-` and `_` [invalid-namespace]"
        ),
        (
            "{ a: [b.yaml] }",
            "3:15: `a` takes a text, not a list; write a single text [wrong-type]"
        ),
        (
            "{ a: { set: {} } }",
            "3:15: the key `policy` is missing; write `policy: PATH` [missing-key]"
        ),
        (
            "{ a: { policy: b.yaml, sett: {} } }",
            "3:33: unknown key `sett` of the include `a`; did you mean `set`? [unknown-key]"
        ),
        (
            "{ a: { policy: b.yaml, set: [c] } }",
            "3:38: `set` takes a mapping, not a list; "
                + "write `set: { NAME: VALUE }` [wrong-type]"
        ),
        (
            "{ a: { policy: b.yaml, set: { c: '${d}' } } }",
            "3:43: unknown parameter `d`; declare it under `parameters`, "
                + "or write `$${` for a plain `${` [unknown-parameter]"
        ),
        (
            "{ a: b.yaml, a: c.yaml }",
            "3:23: `a` is given twice, first at line 3, column 12; remove one [duplicate-key]"
        ),
        (
            "{}",
            "1:1: the policy requires nothing; "
                + "list at least one requirement under `require` or `forbid` [requires-nothing]"
        ),
    ])
    func `An invalid include is reported at its place`(include: String, complaint: String) {
        let text = "warrant: 1\nname: n\ninclude: \(include)\n"
        #expect(complaints(of: text) == ["p.yaml:" + complaint])
    }

    @Test func `An id cannot contain the slash of an include`() {
        let text = """
            warrant: 1
            name: n
            include: { a: b.yaml }
            forbid:
              - { read: /a, id: a/b }
              - { read: /a, id: a }
            """
        #expect(
            complaints(of: text) == [
                "p.yaml:5:21: the id `a/b` has a space or a `/` in it; write `-` there [invalid-id]"
            ]
        )
    }

    @Test func `Included requirements follow those of the policy, with ids and subject`() throws {
        let outer = try policy(
            "warrant: 1\nname: o\nsubject: { unit: o }\ninclude: { x: a, y: b }\n"
                + "require: [{ read: /o, id: i }]\nforbid: [{ read: /of }]"
        )
        let x = try policy(
            "warrant: 1\nname: x\nsubject: { unit: x }\n"
                + "require: [{ any: [{ read: /x1, id: j }], id: i, when: { unit: w, id: k } }]\n"
                + "forbid: [{ read: /xf, as: own }]"
        )
        let y = try policy("warrant: 1\nname: y\nrequire: [{ read: /y, because: b }]")
        let whole = outer.including([x, y])
        #expect(whole.require.map(\.id) == ["i", "x/i", nil])
        #expect(whole.require.map(\.as?.kind) == [nil, x.subject?.kind, nil])
        #expect(whole.require.last == y.require.first)
        #expect(whole.require[1].when?.id == "x/k")
        guard case .any(let parts) = whole.require[1].kind else {
            Issue.record("expected a group")
            return
        }
        #expect(parts.map(\.id) == ["x/j"])
        #expect(parts.map(\.as) == [nil])
        #expect(whole.forbid.map(\.as) == [nil, x.forbid.first?.as])
        #expect(whole.subject == outer.subject)
        let nested = try policy("warrant: 1\nname: t\ninclude: { o: o }").including([whole])
        #expect(nested.require.map(\.id) == ["o/i", "o/x/i", nil])
        #expect(nested.require.map(\.as?.kind) == [outer, x, outer].map(\.subject?.kind))
    }
}
