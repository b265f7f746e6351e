import Policies
import PolicyLanguage
import Testing

@Suite struct `YAML tree` {
    @Test func `The tree keeps texts, styles, order and places`() throws {
        let text = "é: plain\n\"b\": 'single'\nc:\n- \"double\"\n- {d: 0644}\ne: |\n  block\nf:\n"

        #expect(
            try YAMLTree.parse(Array(text.utf8), file: "p.yaml")
                == mapping(
                    1,
                    1,
                    [
                        ("é", 1, 1, scalar("plain", .plain, 1, 4)),
                        ("b", 2, 1, scalar("single", .quoted, 2, 6)),
                        (
                            "c", 3, 1,
                            Node(
                                .sequence([
                                    scalar("double", .quoted, 4, 3),
                                    mapping(5, 3, [("d", 5, 4, scalar("0644", .plain, 5, 7))]),
                                ]),
                                at: place(4, 1)
                            )
                        ),
                        ("e", 6, 1, scalar("block\n", .quoted, 6, 4)),
                        ("f", 8, 1, scalar("", .plain, 8, 3)),
                    ]
                )
        )
    }

    @Test(arguments: [
        "no", "NO", "~", "null", "1_000", "0o17", "12:30:45", "1e3", ".inf", "2001-01-01",
    ])
    func `A plain text stays a text without conversion`(text: String) throws {
        #expect(
            try YAMLTree.parse(Array("a: \(text)\n".utf8), file: "p.yaml")
                == mapping(1, 1, [("a", 1, 1, scalar(text, .plain, 1, 4))])
        )
    }

    @Test func `JSON is accepted as a policy`() {
        let json = #"{"warrant": "1", "name": "n", "require": [{"read": "\u002fa\/b"}]}"#

        #expect(complaints(of: json) == [])
    }

    @Test(arguments: [
        (
            "a: &x [1]\nb: *x\n",
            "1:4: the anchor `&x` is not allowed in a policy; "
                + "remove it, and repeat the value in each place [alias-used]"
        ),
        (
            "a: *.conf\n",
            "1:5: this is not YAML: did not find expected alphabetic or numeric character "
                + "while scanning an alias; if it is a string, quote it [not-yaml]"
        ),
        (
            "a: *all\n",
            "1:4: the alias `*all` is not allowed in a policy; "
                + "write the value itself, or quote the alias if it is a string [alias-used]"
        ),
        (
            "a: !!str b\n",
            "1:4: the tag `!!str` is not allowed in a policy; "
                + "remove it, or quote it if it is part of a text [tag-used]"
        ),
        (
            "a: !secret b\n",
            "1:4: the tag `!secret` is not allowed in a policy; "
                + "remove it, or quote it if it is part of a text [tag-used]"
        ),
        (
            "<<: {a: b}\n",
            "1:1: the merge key `<<` is not allowed in a policy; write the keys out [merge-key]"
        ),
        (
            "a: b\n---\nc: d\n",
            "2:1: a second document begins here; "
                + "write each policy to a file of its own [second-document]"
        ),
        (
            "? [a]\n: b\n",
            "1:3: a key must be a text; "
                + "quote it if it begins with a bracket or a brace [key-not-text]"
        ),
        (
            "{a: b}: c\n",
            "1:1: a key must be a text; "
                + "quote it if it begins with a bracket or a brace [key-not-text]"
        ),
        (
            "a: {{ b }}\n",
            "1:4: `{{` does not begin a parameter, but a mapping; "
                + "write `${NAME}` for a parameter, and quote what is to be a text [key-not-text]"
        ),
        (
            "a: b\nc: d\n'a': e\n",
            "3:1: `a` is given twice, first at line 1, column 1; remove one [duplicate-key]"
        ),
        (
            #"a: "/etc/\0shadow""#,
            "1:4: this text holds the character U+0000, at which Linux would cut it short; "
                + "remove it [control-character]"
        ),
    ])
    func `YAML features that a policy may not use are refused`(text: String, complaint: String) {
        #expect(complaints(ofBytes: Array(text.utf8)) == ["p.yaml:" + complaint])
    }

    @Test func `Several problems are reported at once`() {
        #expect(
            complaints(ofBytes: Array("a: !b c\na: d\n<<: e\n".utf8)) == [
                "p.yaml:1:4: the tag `!b` is not allowed in a policy; "
                    + "remove it, or quote it if it is part of a text [tag-used]",
                "p.yaml:2:1: `a` is given twice, first at line 1, column 1; "
                    + "remove one [duplicate-key]",
                "p.yaml:3:1: the merge key `<<` is not allowed in a policy; "
                    + "write the keys out [merge-key]",
            ]
        )
    }

    @Test func `Problems before a syntax error are also reported`() {
        #expect(
            complaints(ofBytes: Array("a: b\na: c\nd: @\n".utf8)) == [
                "p.yaml:2:1: `a` is given twice, first at line 1, column 1; "
                    + "remove one [duplicate-key]",
                "p.yaml:3:4: this is not YAML: no text can begin with this character; "
                    + "quote the text [not-yaml]",
            ]
        )
    }

    @Test func `A long key is cut in messages`() {
        let key = String(repeating: "k", count: 1000)

        #expect(
            complaints(ofBytes: Array("\(key): a\n\(key): b\n".utf8)) == [
                "p.yaml:2:1: `\(key.prefix(60))…` is given twice, first at line 1, column 1; "
                    + "remove one [duplicate-key]"
            ]
        )
    }

    private func scalar(
        _ text: String,
        _ style: Node.Style,
        _ line: Int,
        _ column: Int
    ) -> Node {
        Node(.scalar(text, style: style), at: place(line, column))
    }

    private func mapping(
        _ line: Int,
        _ column: Int,
        _ entries: [(key: String, line: Int, column: Int, value: Node)]
    ) -> Node {
        let entries = entries.map {
            Node.Entry(key: Located($0.key, at: place($0.line, $0.column)), value: $0.value)
        }
        return Node(.mapping(entries), at: place(line, column))
    }
}
