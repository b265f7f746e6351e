import PolicyLanguage
import Testing

@Suite struct `A parameter` {
    static let start = "warrant: 1\nname: n\nparameters:\n"

    @Test(arguments: [
        ("tcp:${host}:${port}", "tcp:[::1]:80"), ("$${host}", "${host}"), ("$host$", "$host$"),
        ("$$${host}", "$${host}"),
        ("${host}\u{301}", "[::1]\u{301}"), ("${empty}x", "x"), ("${tricky}", "${host}, x: [y"),
    ])
    func `A parameter is replaced by its value`(text: String, filled: String) throws {
        #expect(try value(of: text) == filled)
    }

    @Test func `A setting precedes the default of a parameter`() throws {
        #expect(try value(of: "${host}${port}", from: ParameterSources(["port": "1"])) == "[::1]1")
    }

    @Test func `A parameter with a setting may lack a default`() throws {
        let text = Self.start + "  a: { summary: s, type: number }\nforbid: [{ read: '${a}' }]"
        let policy = try policy(text, from: ParameterSources(["a": "7"]))

        #expect(
            policy.parameters == [
                ParameterSyntax(
                    name: Located("a", at: place(4, 3)),
                    type: .number,
                    summary: "s",
                    defaultValue: nil,
                    value: "7"
                )
            ]
        )
    }

    @Test func `Parameters are replaced in values but not in keys`() throws {
        let text =
            Self.start + """
                  a: { default: active }
                forbid:
                  - all:
                      - unit: ${a}
                        state: ${a}
                    because: ${a} $${a}
                    as: ${a}:${a}
                """
        let forbidden = try #require(try policy(text).forbid.first)

        #expect(forbidden.because == "active ${a}")
        #expect(
            forbidden.as?.kind
                == .user(
                    SubjectSyntax.User(
                        name: Located("active", at: place(10, 9)),
                        groups: [Located("active", at: place(10, 9))],
                        capabilities: nil
                    )
                )
        )
        #expect(
            complaints(of: "warrant: 1\nname: n\nforbid:\n  - '${a}': b") == [
                "p.yaml:4:5: unknown word `${a}`; "
                    + "the nearest are `read`, `bind` and `unit`; warrant-policy(5) lists all "
                    + "[unknown-word]"
            ]
        )
    }

    @Test(arguments: [
        (
            "${hst}",
            "unknown parameter `hst`; did you mean `host`? [unknown-parameter]"
        ),
        (
            "${}",
            "unknown parameter ``; use one of empty, host, port, tricky [unknown-parameter]"
        ),
        (
            "a${host",
            "here is `${` without `}`; "
                + "close it, or write `$${` for a plain `${` [invalid-substitution]"
        ),
    ])
    func `A substitution that cannot be filled in is reported`(text: String, complaint: String) {
        #expect(complaints(of: policyText(reading: text)) == ["p.yaml:9:11: " + complaint])
    }

    @Test func `A parameter must be declared`() {
        #expect(
            complaints(ofRequirement: "read: ${host}") == [
                "p.yaml:4:11: unknown parameter `host`; declare it under `parameters`, "
                    + "or write `$${` for a plain `${` [unknown-parameter]"
            ]
        )
    }

    @Test func `A setting of an unknown parameter is an error unless it is shared`() {
        let settings = ["hots": "a", "b": "c"]
        let text = policyText(reading: "/a")

        #expect(complaints(of: text, from: ParameterSources(settings, areShared: true)) == [])
        #expect(
            complaints(of: text, from: ParameterSources(settings)) == [
                "p.yaml:4:3: unknown parameter `b`; "
                    + "use one of host, port, empty, tricky [unknown-parameter]",
                "p.yaml:4:3: unknown parameter `hots`; did you mean `host`? [unknown-parameter]",
            ]
        )
    }

    @Test(arguments: [
        (
            "a: 1",
            "4:6: the parameter `a` is a mapping, but this is a text; "
                + "write `a: { default: … }` [wrong-type]"
        ),
        (
            "a: {}",
            "4:3: the parameter `a` has no value; "
                + "set it by `--set a=…`, or give it a `default` [missing-value]"
        ),
        (
            "a b: { default: c }",
            "4:3: `a b` cannot name a parameter; "
                + "use letters, digits, `-` and `_` [invalid-parameter]"
        ),
        (
            "a: { default: '8O', type: number }",
            "4:17: `8O` is not a number, as the parameter `a` must be; "
                + "write a whole number in digits [invalid-parameter]"
        ),
        (
            "a: { default: 1, typ: number }",
            "4:20: unknown key `typ` of the parameter `a`; did you mean `type`? [unknown-key]"
        ),
        (
            "a: { default: 1, type: numbr }",
            "4:26: `numbr` is not a value of `type`; did you mean `number`? [unknown-value]"
        ),
        (
            "a: { default: 1, type: '${a}' }",
            "4:26: `${a}` is not a value of `type`; "
                + "use one of text, number, boolean, path, port [unknown-value]"
        ),
        (
            "- a",
            "4:3: `parameters` takes a mapping, not a list; "
                + "write `NAME: { default: … }` for each [wrong-type]"
        ),
    ])
    func `An invalid parameter is reported once even if it is used`(text: String, complaint: String)
    {
        let use = text == "- a" ? "" : "    because: '${\(text.prefix { $0 != ":" })}'\n"
        let text = Self.start + "  \(text)\nrequire:\n  - read: /a\n" + use

        #expect(complaints(of: text) == ["p.yaml:" + complaint])
    }

    private func policyText(reading text: String) -> String {
        Self.start + """
              host: { default: '[::1]' }
              port: { default: 80, type: number }
              empty: { default: '' }
              tricky: { default: '${host}, x: [y' }
            require:
              - read: \(text)
            """
    }

    private func value(
        of text: String,
        from sources: ParameterSources = .none
    ) throws -> String? {
        let policy = try policy(policyText(reading: text), from: sources)
        guard case .word(let use) = policy.require.first?.kind else { return nil }
        return use.value.value
    }
}
