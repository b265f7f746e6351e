extension String {
    /// As a text or the value of an attribute. XML has no form at all for what is not in its set of characters.
    var escapedForXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
