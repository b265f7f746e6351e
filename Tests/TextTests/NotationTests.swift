import TestSupport
import Testing
import Text

@Suite struct `A notation` {
    static let all: [(name: String, notation: Notation)] = [
        ("line", .line), ("json", .json), ("yaml", .yaml), ("xml", .xml), ("tap", .tap),
        ("githubMessage", .githubMessage), ("githubProperty", .githubProperty),
        ("prometheusLabel", .prometheusLabel), ("nagios", .nagios), ("dot", .dot),
        ("diffName", .diffName),
    ]

    private static let hidden: [ClosedRange<UInt32>] = [
        0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x61C...0x61C, 0x200B...0x200F, 0x2028...0x202E,
        0x2066...0x2069, 0xFEFF...0xFEFF, 0xFFFE...0xFFFF, 0x1D173...0x1D17A, 0xE0001...0xE0001,
        0xE0020...0xE007F, 0x10FFFE...0x10FFFF,
        // Letters and marks that fonts do not draw.
        0x34F...0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFFA0...0xFFA0, 0xE0100...0xE01EF,
        // Blanks.
        0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x2060,
        0x2800...0x2800, 0x3000...0x3000,
        // Code points that are not characters, or not assigned yet.
        0x378...0x378, 0xFFF0...0xFFF8, 0xE0FFF...0xE0FFF,
    ]

    @Test(arguments: all.map(\.name))
    func `A notation lets no hidden character through`(name: String) throws {
        let notation = try #require(Self.all.first { $0.name == name }).notation
        for scalar in Self.hidden.joined().compactMap(Unicode.Scalar.init) {
            let written = "a\(scalar)b".written(in: notation)
            #expect(written.unicodeScalars.allSatisfy { !$0.isHidden }, "\(scalar.value)")
            #expect(written.contains("a"))
        }
    }

    @Test(arguments: ["", "read /srv/key", "é", "日本", "e\u{301}", "❤", "\u{E000}", "\u{FFFD}"])
    func `The notation of a line keeps visible text unchanged`(text: String) {
        #expect(text.onOneLine == text)
    }

    @Test(
        arguments: [
            (.line, #"a\n\t'"\\u{1b}\u{202e}#|&<%:,-é"#),
            (.json, #""a\n\t'\"\\\u001b\u202e#|&<%:,-é""#),
            (.yaml, #""a\U0000000a\U00000009'\"\\\U0000001b\U0000202e#|&<%:,-é""#),
            (.xml, #"a\n\t&apos;&quot;\\u{1b}\u{202e}#|&amp;&lt;%:,-é"#),
            (.tap, #"a\n\t'"\\u{1b}\u{202e}\u{23}|&<%:,-é"#),
            (.nagios, #"a\n\t'"\\u{1b}\u{202e}#\u{7c}&<%:,-é"#),
            (.githubMessage, #"a\n\t'"\\u{1b}\u{202e}#|&<%25:,-é"#),
            (.githubProperty, #"a\n\t'"\\u{1b}\u{202e}#|&<%25%3A%2C-é"#),
            (.prometheusLabel, #""a\\n\\t'\"\\\\u{1b}\\u{202e}#|&<%:,-é""#),
            (.dot, #"a\\n\\t'\"\\\\u{1b}\\u{202e}#|&amp;<%:,-é"#),
            (.diffName, #""a\012\011'\"\\\033\342\200\256#|&<%:,-é""#),
        ] as [(Notation, String)]
    )
    func `A notation escapes the special characters of its format`(notation: Notation, text: String)
    {
        #expect("a\n\t'\"\\\u{1B}\u{202E}#|&<%:,-é".written(in: notation) == text)
    }

    @Test func `An unusual blank is shown as an escape`() {
        #expect(
            "cat\u{A0}x \u{2800}\u{3164}❤️".onOneLine == #"cat\u{a0}x \u{2800}\u{3164}❤\u{fe0f}"#
        )
    }

    @Test func `The notation of JSON uses surrogate pairs beyond the first plane`() {
        #expect("\u{E0041}".written(in: .json) == #""\udb40\udc41""#)
    }

    @Test func `The notation of encoded JSON keeps line breaks`() {
        let text = "{\n  \"\u{9B}\" : \"\u{202E}é\\n\"\n}\n"
        #expect(text.written(in: .encodedJSON) == "{\n  \"\\u009b\" : \"\\u202eé\\n\"\n}\n")
    }

    /// A combining mark forms one character with the quote before it.
    @Test(arguments: all.map(\.name))
    func `A quote with a combining mark is escaped`(name: String) throws {
        let notation = try #require(Self.all.first { $0.name == name }).notation
        let plain = "x\"y".written(in: notation)
        let marked = "x\"\u{301}y".written(in: notation)
        let unmarked = marked.unicodeScalars.filter { $0 != "\u{301}" }
        #expect(String(String.UnicodeScalarView(unmarked)) == plain)
    }
}
