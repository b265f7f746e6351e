import Testing

@Suite struct `Text that is not YAML` {
    static let secondColon =
        "this line has a second `:`, or its key is indented too far or is too long; "
        + "quote a text that holds a `:`, and align the keys of a mapping [not-yaml]"
    static let notContinued =
        "this does not continue the surrounding mapping; "
        + "align it with the other keys, and put nothing after a closing quote [not-yaml]"
    static let noKey =
        "this line is neither `key: value` nor part of a text; "
        + "write `: ` after the key [not-yaml]"
    static let mapping =
        "the mapping that begins with this `{` lacks a `,` or its `}`; "
        + "put `,` between entries and `}` at the end, and quote a text that holds `${` [not-yaml]"
    static let list =
        "the list that begins with this `[` lacks a `,` or its `]`; "
        + "put `,` between items and `]` at the end [not-yaml]"
    static let notText = "if it is a string, quote it [not-yaml]"

    struct Case {
        let text: String
        let place: String
        let complaint: String

        init(_ text: String, _ place: String, _ complaint: String) {
            self.text = text
            self.place = place
            self.complaint = complaint
        }
    }

    static let cases: [Case] = [
        Case("a: b: c", "1:5", secondColon),
        Case("é: ü: c", "1:5", secondColon),
        Case("a: b\n c: d", "2:3", secondColon),
        Case(String(repeating: "k", count: 1025) + ": v", "1:1026", secondColon),
        Case("a:\n  b: c\n d: e", "3:2", notContinued),
        Case("a: 'b' c", "1:8", notContinued),
        Case("a: b\n- c", "2:1", notContinued),
        Case("a: {b: c", "1:4", mapping),
        Case("a: {b: ${c}, d: e}", "1:4", mapping),
        Case("a: [b, c\nd: e", "1:4", list),
        Case("a: [b }", "1:4", list),
        Case("a: [", "1:4", list),
        Case("a: [b,\n", "1:4", list),
        Case("a: b\nc: [{d: e}, [f],\n", "2:4", list),
        Case("a: [{b: [c],\n  # d\n", "1:5", mapping),
        Case("a: [b: ", "1:4", list),
        Case("- {\n", "1:3", mapping),
        Case("a: b\nfoo\n", "2:1", noKey),
        Case("- read /a\n  because: b", "1:3", noKey),
        Case("- c: d\n-   read /a\n\n    b\n    because: b", "2:5", noKey),
        Case("- read: /a\n    because: b", "2:12", secondColon),
        Case("a:\n- b\nc: d: e", "3:5", secondColon),
        Case("a\n b: c", "2:3", secondColon),
        Case(
            "- - a\n - b",
            "2:2",
            "this does not continue the surrounding list; "
                + "begin each item with `- `, all at one column [not-yaml]"
        ),
        Case(
            "a: 'b\nc: d\n",
            "1:4",
            "the quote that begins here is never closed; close it [not-yaml]"
        ),
        Case("a: \"b\n", "1:4", "the quote that begins here is never closed; close it [not-yaml]"),
        Case(
            "a:\n\t- b",
            "2:1",
            "a tab stands where a text could begin; indent with spaces [not-yaml]"
        ),
        Case(
            #"a: "\ud83d\ude00""#,
            "1:7",
            "this escape is no character; JSON writes some characters as two escapes, YAML as one; "
                + "write the character itself, or an escape like `\\U0001F600` [not-yaml]"
        ),
        Case("a: b\n\tc: d", "2:1", "a tab begins this line; indent with spaces [not-yaml]"),
        Case("a: |\n\tb", "2:1", "a tab begins this line; indent with spaces [not-yaml]"),
        Case("a: @b", "1:4", "no text can begin with this character; quote the text [not-yaml]"),
        Case("a: `b`", "1:4", "no text can begin with this character; quote the text [not-yaml]"),
        Case("a: %b", "1:4", "no text can begin with this character; quote the text [not-yaml]"),
        Case(
            "a: - b",
            "1:4",
            "a list cannot begin here; "
                + "begin it on a line of its own, or quote a text that begins with `- ` [not-yaml]"
        ),
        Case(
            "a: b\n...\nc: d",
            "3:1",
            "something follows the end of the policy; "
                + "indent it to where it belongs, or remove it [not-yaml]"
        ),
        Case(
            #"a: "b\q""#,
            "1:6",
            "this backslash escapes nothing in double quotes; "
                + "write it twice, or use single quotes [not-yaml]"
        ),
        Case(
            "a: }",
            "1:4",
            "did not find expected node content while parsing a block node; \(notText)"
        ),
        Case(
            #"a: "\ud800""#,
            "1:7",
            "this escape is no character; JSON writes some characters as two escapes, YAML as one; "
                + "write the character itself, or an escape like `\\U0001F600` [not-yaml]"
        ),
    ]

    @Test(arguments: cases)
    func `A syntax error is reported in one line`(_ malformed: Case) {
        #expect(
            complaints(ofBytes: Array(malformed.text.utf8))
                == ["p.yaml:\(malformed.place): this is not YAML: \(malformed.complaint)"]
        )
    }
}
