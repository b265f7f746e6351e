extension SplitMix {
    /// Returns a text of an attacker who wants to inject text, commands or colours: quotes, GitHub commands, terminal
    /// escapes, and invisible characters. It contains no NUL.
    package mutating func hostileText(pieces: Int = 8) -> String {
        var text = ""
        for _ in 0...below(pieces) {
            switch below(3) {
            case 0: text += pick(Self.words)
            case 1: text.unicodeScalars.append(pick(Self.characters))
            default: text.unicodeScalars.append(scalar())
            }
        }
        return text
    }

    private mutating func scalar() -> Unicode.Scalar {
        let bound = pick([0x80, 0xA0, 0x2070, 0x1_0000, 0x11_0000])
        return Unicode.Scalar(UInt32(1 + below(bound - 1))) ?? "\u{FFFD}"
    }

    private static let words = [
        "\n::error file=x::pwned", "%0A::warning::x", "\u{1B}[31m", "\u{1B}]0;title\u{7}",
        "\u{9B}2J", "'; id; '", "$(id)", "`id`", "${x}", "\\'", "\"\\", "]]>", "<!--", "&amp;",
        "&#27;", "\\u001b", "\\n", " # TODO", " | x=1;2", "\u{202E}txt.exe", "--", "-x", "!x", "~",
        "*", "e\u{301}", "'\u{301}", "\"\u{20DD}", "\r\n", "\n...\n", "a", "/", " ", "key: value",
    ]

    private static let characters: [Unicode.Scalar] = [
        "\u{1}", "\t", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}",
        "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
        "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{E0041}", "\u{1D173}",
        "\u{10FFFF}", "'", "\"", "\\", "$", "`", "!", "%", "#", "|", "&", "<", ">", ";",
    ]
}
