import PolicyLanguage
import Testing

@Suite struct `A value` {
    @Test(
        arguments: [
            ("1ms", .milliseconds(1)), ("500ms", .milliseconds(500)), ("2s", .seconds(2)),
            ("1m", .seconds(60)), ("3h", .seconds(10_800)), ("\"007s\"", .seconds(7)),
            ("999999999h", .seconds(3_599_999_996_400)),
        ] as [(String, Duration)]
    )
    func `A value of within is a time limit`(text: String, duration: Duration) throws {
        #expect(try requirement("read: /a\nwithin: \(text)")?.within == duration)
    }

    @Test(arguments: [
        "0s", "0ms", "-1s", "+1s", "5", "ms", "s", "1.5s", "1 s", "1S", "2d", "1m30s",
        "9999999999s", "soon", "٥s",
    ])
    func `An invalid time limit is reported`(text: String) {
        #expect(
            complaints(ofRequirement: "read: /a\nwithin: '\(text)'") == [
                "p.yaml:5:13: `\(text)` is not a time limit; write a whole number above zero "
                    + "and `ms`, `s`, `m` or `h`, such as `500ms` [invalid-duration]"
            ]
        )
    }

    @Test(arguments: [
        ("no", "write `false`"), ("off", "write `false`"), ("False", "write `false`"),
        ("Yes", "write `true`"), ("on", "write `true`"), ("TRUE", "write `true`"),
        ("ture", "write `true`"), ("fals", "write `false`"),
        ("0", "write `true` or `false`"), ("nope", "write `true` or `false`"),
    ])
    func `Other words for true and false are refused`(text: String, help: String) {
        #expect(
            complaints(ofRequirement: "read: /a\nfollow: \(text)") == [
                "p.yaml:5:13: `follow` takes true or false, not `\(text)`; "
                    + "\(help) [invalid-boolean]"
            ]
        )
    }

    @Test(arguments: ["true", "false", "\"false\""])
    func `The words true and false are accepted`(text: String) {
        #expect(complaints(ofRequirement: "read: /a\nfollow: \(text)") == [])
    }

    @Test(arguments: ["0", "644", "0644", "7777", "07777"])
    func `A mode needs quotes`(text: String) {
        #expect(complaints(ofRequirement: "chmod: /a\nmode: \"\(text)\"") == [])
        #expect(
            complaints(ofRequirement: "chmod: /a\nmode: \(text)") == [
                "p.yaml:5:11: the mode `\(text)` of `mode` is not in quotes; write `\"\(text)\"`, "
                    + "as YAML would read a bare one as a number [unquoted-mode]"
            ]
        )
    }

    @Test(arguments: ["0o644", "0899", "u+x", "-1", "000644", "010000", "17777"])
    func `An invalid mode is reported`(text: String) {
        #expect(
            complaints(ofRequirement: "chmod: /a\nmode: '\(text)'") == [
                "p.yaml:5:11: `mode` takes a file mode, and `\(text)` is not one; "
                    + "write it in octal digits and quotes, such as `\"0640\"` [invalid-mode]"
            ]
        )
    }

    @Test(arguments: [
        (
            "unit: a\nstate: actve",
            "5:12: `actve` is not a value of `state`; did you mean `active`?"
        ),
        (
            "unit: a\nstate: up",
            "5:12: `up` is not a value of `state`; use one of active, inactive, failed, loaded"
        ),
        (
            "unit: a\nseverity: advise",
            "5:15: `advise` is not a value of `severity`; did you mean `advice`?"
        ),
    ])
    func `A value outside the allowed ones is reported`(text: String, complaint: String) {
        #expect(complaints(ofRequirement: text) == ["p.yaml:\(complaint) [unknown-value]"])
    }
}
