import PolicyLanguage
import Testing

@Suite struct `A requirement` {
    static let none = "this requirement has no word, such as `read`"
    static let add = "add one, such as `read`; warrant-policy(5) lists all [missing-word]"
    static let mapping = "a requirement is a mapping, but this is "
    static let asList = "write each requirement on a line of its own, after `- ` [wrong-type]"
    static let asWord = "write one word and its value, such as `read: /x` [wrong-type]"
    static let inBraces = "write one word and its value, such as `{ read: /x }` [wrong-type]"

    static let words: [Wrong] = [
        Wrong("raed: /a", "4:5: unknown word `raed`; did you mean `read`? [unknown-word]"),
        Wrong("READ: /a", "4:5: unknown word `READ`; did you mean `read`? [unknown-word]"),
        Wrong("'read ': /a", "4:5: unknown word `read `; did you mean `read`? [unknown-word]"),
        Wrong("becuase: x", "4:5: unknown word `becuase`; did you mean `because`? [unknown-word]"),
        Wrong(
            "wibble: x",
            "4:5: unknown word `wibble`; the nearest are `bind`, `all` and `read`; "
                + "warrant-policy(5) lists all [unknown-word]"
        ),
        Wrong("Exec: /a", "4:5: unknown word `Exec`; did you mean `read`? [unknown-word]"),
        Wrong("because: x", "4:5: \(none); \(add)"),
        Wrong("{}", "4:5: \(none); \(add)"),
        Wrong(
            "state: active",
            "4:5: this requirement has no word, such as `read`; did you leave out `unit`? [missing-word]"
        ),
        Wrong(
            "read: /a\nbind: tcp:1",
            "5:5: `bind` is a second word beside `read`; "
                + "write it as a requirement of its own, after `- ` [several-words]"
        ),
        Wrong(
            "any: [{ read: /a }]\nnot: { read: /a }",
            "5:5: `not` is a second word beside `any`; "
                + "write it as a requirement of its own, after `- ` [several-words]"
        ),
    ]

    static let keys: [Wrong] = [
        Wrong(
            "read: /a\nstate: active",
            "5:5: `state` is a key of `unit`, not of `read`, which has `follow` and `argument`; "
                + "remove it, or move it to where `unit` is [misplaced-key]"
        ),
        Wrong(
            "any: [{ read: /a }]\nfollow: false",
            "5:5: `follow` is a key of `read` and `chmod`, not of `any`; "
                + "remove it, or move it to the requirement that it is for [misplaced-key]"
        ),
        Wrong(
            "read: /a\nbecuase: x",
            "5:5: unknown key `becuase` of `read`; did you mean `because`? [unknown-key]"
        ),
        Wrong(
            "read: /a\nwobble: x",
            "5:5: unknown key `wobble` of `read`; use one of follow, argument, id, because, "
                + "when, within, severity, as [unknown-key]"
        ),
        Wrong(
            "read: /a\nread: /b",
            "5:5: `read` is given twice, first at line 4, column 5; remove one [duplicate-key]"
        ),
        Wrong(
            "read: /a\nid: [x]",
            "5:9: `id` takes a text, not a list; write a single text [wrong-type]"
        ),
        Wrong(
            "all:\n  - read: /a\n    id: x\n  - read: /b\n    id: x",
            "8:13: the id `x` is given twice, first at line 6, column 13; "
                + "choose another [duplicate-id]"
        ),
        Wrong(
            "read: /a\nid: read /a",
            "5:9: the id `read /a` has a space or a `/` in it; write `-` there [invalid-id]"
        ),
        Wrong(
            "read: /a\nid: \"a\\tb\"",
            "5:9: the id `a\\tb` has a space or a `/` in it; write `-` there [invalid-id]"
        ),
        Wrong(
            "read: /a\nwhen: { raed: /b }",
            "5:13: unknown word `raed`; did you mean `read`? [unknown-word]"
        ),
        Wrong("read: /a\nwhen: always", "5:11: \(mapping)a text; \(inBraces)"),
        Wrong(
            "read: /a\nwhen: read /b",
            "5:11: \(mapping)a text; write `{ read: /b }`, with `: ` after the word [wrong-type]"
        ),
        Wrong("not: /b", "4:10: \(mapping)a text; \(inBraces)"),
    ]

    static let forms: [Wrong] = [
        Wrong(
            "read /etc/shadow",
            "4:5: \(mapping)a text; write `read: /etc/shadow`, "
                + "with `: ` after the word [wrong-type]"
        ),
        Wrong(
            "read:/etc/shadow",
            "4:5: \(mapping)a text; write `read: /etc/shadow`, "
                + "with `: ` after the word [wrong-type]"
        ),
        Wrong(
            "read:\u{A0}/etc/shadow",
            "4:5: \(mapping)a text; write `read: /etc/shadow`, "
                + "with `:` and a plain space after the word [wrong-type]"
        ),
        Wrong("wibble wobble", "4:5: \(mapping)a text; \(asWord)"),
        Wrong("- read: /a", "4:5: \(mapping)a list; \(asWord)"),
        Wrong(
            "read: [/a, /b]",
            "4:11: `read` takes a text, not a list; "
                + "write a requirement for each, `- read: …` [wrong-type]"
        ),
        Wrong(
            "read:",
            "4:10: `read` takes a text, not nothing; "
                + "write its value, or remove the key [wrong-type]"
        ),
        Wrong(
            "read: null",
            "4:11: `read` takes a text, not nothing; "
                + "write its value, or remove the key [wrong-type]"
        ),
        Wrong(
            "read: ~",
            "4:11: `read` takes a text, not nothing; "
                + "write its value, or remove the key [wrong-type]"
        ),
        Wrong(
            "read: ''",
            "4:11: `read` takes a text, not an empty text; "
                + "write its value, or remove the key [wrong-type]"
        ),
        Wrong("any:", "4:9: `any` takes a list, not nothing; \(asList)"),
        Wrong("all: { read: /a }", "4:10: `all` takes a list, not a mapping; \(asList)"),
        Wrong(
            "all: []",
            "4:10: `all` is empty, and an empty group never holds; "
                + "list at least one requirement [empty-list]"
        ),
        Wrong(
            "not: [{ read: /a }]",
            "4:10: `not` takes one requirement, not a list; "
                + "write `not: { any: [ … ] }`, or one `not` for each requirement [wrong-type]"
        ),
        Wrong("not: {}", "4:10: \(none); \(add)"),
    ]

    @Test(arguments: words + keys + forms)
    func `An invalid requirement is reported in one line`(_ wrong: Wrong) {
        #expect(complaints(ofRequirement: wrong.text) == ["p.yaml:" + wrong.complaint])
    }

    @Test func `A requirement keeps the keys of its word with their places`() throws {
        let requirement = try requirement("unit: a.service\nstate: failed\nbecause: b")

        #expect(
            requirement?.kind
                == .word(
                    WordUse(
                        name: "unit",
                        nameLocation: place(4, 5),
                        value: Located("a.service", at: place(4, 11)),
                        keys: ["state": Located("failed", at: place(5, 12))]
                    )
                )
        )
    }

    @Test func `The severity is failure unless advice is given`() throws {
        #expect(try requirement("read: /a")?.severity == .failure)
        #expect(try requirement("read: /a\nseverity: failure")?.severity == .failure)
        #expect(try requirement("read: /a\nseverity: advice")?.severity == .advice)
    }
}
