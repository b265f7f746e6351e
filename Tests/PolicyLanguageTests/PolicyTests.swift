import PolicyLanguage
import Testing

@Suite struct `A policy` {
    static let wrong: [Wrong] = [
        Wrong(
            "text",
            "1:1: a policy is a mapping, but this is a text; begin with `warrant: 1` [wrong-type]"
        ),
        Wrong(
            "- a",
            "1:1: a policy is a mapping, but this is a list; begin with `warrant: 1` [wrong-type]"
        ),
        Wrong(
            "warrant: 2\nname: n\nnonsense: x",
            "1:10: version `2` of the policy format is unknown; "
                + "this program knows `1` [unknown-version]"
        ),
        Wrong(
            "warrant: 1.0\nname: n",
            "1:10: version `1.0` of the policy format is unknown; "
                + "write `warrant: 1` [unknown-version]"
        ),
        Wrong(
            "warrant: v1\nname: n",
            "1:10: version `v1` of the policy format is unknown; "
                + "write `warrant: 1` [unknown-version]"
        ),
        Wrong(
            "warrant: 1\ngiven: {}\ncases: []",
            "1:1: this is a test, not a policy; "
                + "give it to `warrant test`, or give its policy here [wrong-type]"
        ),
        Wrong(
            "name: n\nforbid: [{ read: /a }]",
            "1:1: the key `warrant` is missing; begin with `warrant: 1` [missing-key]"
        ),
        Wrong(
            "warrant: 1\nforbid: [{ read: /a }]",
            "1:1: the key `name` is missing; write `name: …` [missing-key]"
        ),
        Wrong(
            "warrant: 1\nname: ''\nforbid: [{ read: /a }]",
            "2:7: `name` takes a text, not an empty text; "
                + "write its value, or remove the key [wrong-type]"
        ),
        Wrong(
            "warrant: 1\nname: n\nsummary: [a]\nforbid: [{ read: /a }]",
            "3:10: `summary` takes a text, not a list; write a single text [wrong-type]"
        ),
        Wrong(
            "warrant: 1\nname: n\nrequires:\n  - read: /a",
            "3:1: unknown key `requires` of a policy; did you mean `require`? [unknown-key]"
        ),
        Wrong(
            "warrant: 1\nname: n\nhosts: a\nforbid: [{ read: /a }]",
            "3:1: unknown key `hosts` of a policy; use one of warrant, name, summary, subject, "
                + "parameters, include, require, forbid [unknown-key]"
        ),
        Wrong(
            "warrant: 1\nname: n\nrequire:",
            "3:9: `require` takes a list, not nothing; "
                + "write each requirement on a line of its own, after `- ` [wrong-type]"
        ),
        Wrong(
            "warrant: 1\nname: n\nforbid:\n  read: /a",
            "4:3: `forbid` takes a list, not a mapping; "
                + "write each requirement on a line of its own, after `- ` [wrong-type]"
        ),
        Wrong(
            "warrant: 1\nname: n\nforbid:\n  -read: /a",
            "4:3: `forbid` takes a list, not a mapping; "
                + "put a space after `-` [wrong-type]"
        ),
        Wrong(
            "warrant: 1\nname: n\nforbid:\n  -read: /a\n  -read: /b",
            "5:3: `-read` is given twice, first at line 4, column 3; "
                + "put a space after `-` [duplicate-key]"
        ),
        Wrong("warrant: 1\nname: n", "1:1: " + requiresNothing),
        Wrong("warrant: 1\nname: n\nrequire: []", "3:10: " + requiresNothing),
        Wrong("warrant: 1\nname: n\nforbid: []\nrequire: []", "4:10: " + requiresNothing),
    ]

    @Test(arguments: wrong)
    func `An invalid policy is reported in one line`(_ wrong: Wrong) {
        #expect(complaints(of: wrong.text) == ["p.yaml:" + wrong.complaint])
    }

    static let requiresNothing =
        "the policy requires nothing; "
        + "list at least one requirement under `require` or `forbid` [requires-nothing]"

    @Test func `All errors are reported in the order of their places`() {
        let text = """
            warrant: 1
            forbid:
              - raed: /a
            nam: n
            require:
              - any: []
              - unit: a.service
                state: actve
            """

        #expect(
            complaints(of: text) == [
                "p.yaml:1:1: the key `name` is missing; write `name: …` [missing-key]",
                "p.yaml:3:5: unknown word `raed`; did you mean `read`? [unknown-word]",
                "p.yaml:4:1: unknown key `nam` of a policy; did you mean `name`? [unknown-key]",
                "p.yaml:6:10: `any` is empty, and an empty group never holds; "
                    + "list at least one requirement [empty-list]",
                "p.yaml:8:12: `actve` is not a value of `state`; "
                    + "did you mean `active`? [unknown-value]",
            ]
        )
    }

    @Test func `A policy may consist of prohibitions without a summary`() throws {
        let policy = try policy("warrant: '1'\nname: n\nforbid: [{ read: /a }]")

        #expect(policy.require == [])
        #expect(policy.forbid.count == 1)
        #expect(policy.summary == "")
        #expect(policy.subject == nil)
    }
}
