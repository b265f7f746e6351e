/// The rules by which one format writes a text from outside: a file name, an argument, an answer of a service.
///
/// A text written in a notation stays one text in its format, and shows all its characters. No notation lets a hidden
/// character through, see ``Unicode/Scalar/isHidden``.
package struct Notation: Sendable {
    /// The written forms of characters that have a meaning in the format.
    let special: [(character: Unicode.Scalar, text: String)]
    /// Returns the written form of a hidden character. If nil, the text is first written in ``line``.
    let hidden: (@Sendable (Unicode.Scalar) -> String)?
    let start: String
    let end: String

    init(
        _ special: [Unicode.Scalar: String],
        from start: String = "",
        to end: String = "",
        hidden: (@Sendable (Unicode.Scalar) -> String)? = nil
    ) {
        self.special = special.map { (character: $0.key, text: $0.value) }
        self.hidden = hidden
        self.start = start
        self.end = end
    }
}

extension String {
    /// The text on one line of a terminal or a log, with hidden characters as escapes: `\n`, `\u{1b}`.
    package var onOneLine: String { written(in: .line) }

    /// Returns the text as a notation writes it.
    package func written(in notation: Notation) -> String {
        let text = notation.hidden == nil ? onOneLine : self
        guard notation.changes(text) else {
            return notation.start.isEmpty ? text : notation.start + text + notation.end
        }
        return text.unicodeScalars.reduce(into: notation.start) { $0 += notation.text(of: $1) }
            + notation.end
    }
}

extension Notation {
    // Scalars, not characters: a combining mark must not hide the quote before it.

    fileprivate func changes(_ text: String) -> Bool {
        // Nearly all text is plain ASCII, whose bytes are its scalars.
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            guard scalar.isASCII else { return text.unicodeScalars.contains(where: changes) }
            if changes(scalar) { return true }
        }
        return false
    }

    private func changes(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHidden || special.contains { $0.character == scalar }
    }

    fileprivate func text(of scalar: Unicode.Scalar) -> String {
        if let form = special.first(where: { $0.character == scalar }) { return form.text }
        guard scalar.isHidden, let hidden else { return String(scalar) }
        return hidden(scalar)
    }
}

extension Unicode.Scalar {
    /// Whether a reader cannot see the character, so that a text with it can look like another text.
    ///
    /// Hidden are control characters (C0, DEL and C1), which a terminal obeys; format characters, such as those that
    /// change the direction of writing; line and paragraph separators; spaces except the usual one, and the blank of
    /// braille; characters that fonts do not show; and unassigned code points.
    package var isHidden: Bool {
        // The tables of Unicode are slow, and nearly all text is ASCII.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned:
            true
        default: value == 0x2800 || properties.isDefaultIgnorableCodePoint
        }
    }
    /// Whether the character is hidden, and no writing needs it.
    ///
    /// Joiners, emoji variation selectors and spaces belong to the writing of some languages. An unassigned code point
    /// may be a new character.
    package var isInvisible: Bool {
        guard isHidden else { return false }
        return switch properties.generalCategory {
        case .spaceSeparator: false
        case .unassigned: properties.isNoncharacterCodePoint
        default: !["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"].contains(self)
        }
    }
}
