import Policies
import PolicyAuthoring
import Testing

@Suite struct `Comment in a policy` {
    private static func comments(_ text: String) -> [String] {
        Linted.result(text).text.comments.map { "\($0.line)\($0.isAlone ? "" : "+"):\($0.text)" }
    }

    @Test(arguments: [
        ("# a\nwarrant: 1 # b\r\n  # c", ["1: a", "2+: b", "3: c"]),
        ("a: b#c\nd#e: f # g", ["2+: g"]),
        ("a: 'b # c'' # d' # e\nf: \"g # \\\" # h\"# i", ["1+: e", "2+: i"]),
        ("a: 'b\n  # c\n  d' # e", ["3+: e"]),
        ("a: b\n  c # d\ne: f", ["2+: d"]),
        ("a: | # b\n  # c\n  d # e\n# f\ng: h # i", ["1+: b", "4: f", "5+: i"]),
        ("a: >2-  # b\n    # c\n\n\n  # d\ne: f", ["1+: b"]),
        ("a: |\n  b\n\n  # c\n # d\ne: [f,#g\nh] #i", ["5: d", "6+:g", "7+:i"]),
        ("a: {b: c#d, 'e#f': \"#\"} #g", ["1+:g"]),
        ("a: ä # ö\n\"ü # ß\": b#c # d", ["1+: ö", "2+: d"]),
        ("a:\n# b\n  - c # d\n  -\n    # e", ["2: b", "3+: d", "5: e"]),
        ("#", ["1:"]), ("", []), ("a: '#' #", ["1+:"]),
    ])
    func `A comment begins only outside of texts`(text: String, comments: [String]) {
        #expect(Self.comments(text) == comments)
    }
}
