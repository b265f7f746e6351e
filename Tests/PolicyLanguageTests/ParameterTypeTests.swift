import PolicyLanguage
import Testing

@Suite struct `A parameter's type` {
    @Test(arguments: [
        ("text", "anything: [at all"), ("number", "0"), ("number", "00018446744073709551616"),
        ("boolean", "true"), ("boolean", "false"), ("path", "/"), ("path", "/a b"), ("port", "1"),
        ("port", "65535"), ("port", "00080"),
    ])
    func `A type accepts its values`(type: String, value: String) {
        #expect(complaints(type, value) == [])
    }

    @Test(arguments: [
        ("number", "", "a number", "write a whole number in digits"),
        ("number", "-1", "a number", "write a whole number in digits"),
        ("number", "١", "a number", "write a whole number in digits"),
        ("boolean", "yes", "true or false", "write `true` or `false`"),
        ("boolean", "True", "true or false", "write `true` or `false`"),
        ("path", "a", "an absolute path", "begin it with `/`"),
        ("path", "", "an absolute path", "begin it with `/`"),
        ("port", "0", "a port", "write a number from 1 to 65535"),
        ("port", "65536", "a port", "write a number from 1 to 65535"),
        ("port", "http", "a port", "write a number from 1 to 65535"),
        ("port", "+80", "a port", "write a number from 1 to 65535"),
    ])
    func `A type refuses other values`(type: String, value: String, noun: String, help: String) {
        #expect(
            complaints(type, value) == [
                "p.yaml:3:15: `\(value)`, which was set, is not \(noun), as the parameter `a` must be; "
                    + "\(help) [invalid-setting]"
            ]
        )
    }

    @Test func `A default must have the type even if it is not used`() {
        let text = Self.policy("{ type: port, default: http }")
        #expect(
            PolicyLanguageTests.complaints(of: text, from: ParameterSources(["a": "80"])) == [
                "p.yaml:3:41: `http` is not a port, as the parameter `a` must be; "
                    + "write a number from 1 to 65535 [invalid-parameter]"
            ]
        )
    }

    @Test func `A value must be UTF-8`() {
        #expect(
            complaints("text", "a\u{FFFD}") == [
                "p.yaml:3:15: `a\u{FFFD}`, which was set, is not UTF-8, as the parameter `a` must be; "
                    + "use a UTF-8 value [invalid-setting]"
            ]
        )
    }

    static func policy(_ parameter: String) -> String {
        "warrant: 1\nname: n\nparameters: { a: \(parameter) }\nforbid: [{ read: /a }]"
    }

    private func complaints(_ type: String, _ value: String) -> [String] {
        let text = Self.policy("{ type: \(type) }")
        return PolicyLanguageTests.complaints(of: text, from: ParameterSources(["a": value]))
    }
}

@Suite struct `A parameter from the environment` {
    static let text =
        "warrant: 1\nname: n\nparameters: { a: { environment: A, default: d } }\n"
        + "forbid: [{ read: '${a}' }]"

    @Test(arguments: [
        ([:], [:], "d"), ([:], ["A": "e"], "e"), (["a": "s"], ["A": "e"], "s"),
        ([:], ["A": ""], ""),
        ([:], ["a": "e", "B": "e"], "d"),
    ])
    func `A variable precedes the default and follows a setting`(
        settings: [String: String],
        variables: [String: String],
        value: String
    ) throws {
        let sources = ParameterSources(settings, variables: variables)
        let parameter = try #require(try policy(Self.text, from: sources).parameters.first)
        #expect(parameter.value == value)
        #expect(parameter.environment == "A")
        #expect(parameter.defaultValue == "d")
    }

    @Test func `A variable is read only if the policy names it`() throws {
        let text = "warrant: 1\nname: n\nparameters: { A: { default: d } }\nforbid: [{ read: /a }]"
        let sources = ParameterSources([:], variables: ["A": "e"])
        #expect(try policy(text, from: sources).parameters.map(\.value) == ["d"])
    }

    @Test func `A variable is refused if the caller is not trusted`() {
        let refused = ParameterSources(environment: .refused)
        #expect(
            complaints(of: Self.text, from: refused) == [
                "p.yaml:3:33: the environment variable `A` is not read, since this program has more "
                    + "privilege than its caller; set `a` with --set, or where the policy is "
                    + "included [refused-environment]"
            ]
        )
        let set = ParameterSources(settings: ["a": Setting("s")], environment: .refused)
        #expect(complaints(of: Self.text, from: set) == [])
    }

    @Test(arguments: [
        (
            "{ environment: A, type: port }", "8O",
            "3:33: `8O` of the environment variable `A` is not a port, as the parameter `a` must be; "
                + "write a number from 1 to 65535 [invalid-parameter]"
        ),
        (
            "{ environment: A }", "\u{FFFD}",
            "3:33: `\u{FFFD}` of the environment variable `A` is not UTF-8, "
                + "as the parameter `a` must be; use a UTF-8 value [invalid-parameter]"
        ),
        (
            "{ environment: A-B, default: d }", "e",
            "3:33: `A-B` cannot name a variable of the environment; "
                + "use letters, digits and `_` [invalid-parameter]"
        ),
        (
            "{ environment: B }", "e",
            "3:15: the parameter `a` has no value; "
                + "set it by `--set a=…`, or give it a `default` [missing-value]"
        ),
    ])
    func `A variable must have a valid name and value`(
        parameter: String,
        value: String,
        complaint: String
    ) {
        let text = `A parameter's type`.policy(parameter)
        let sources = ParameterSources([:], variables: ["A": value])
        #expect(complaints(of: text, from: sources) == ["p.yaml:" + complaint])
    }
}
