package import PolicyLanguage

extension PolicyText {
    /// Edits that write a value in another way, within the quotes that it has.
    ///
    /// - Parameter change: Is given the value as written, its parameters not filled in; nil leaves it.
    /// - Returns: none for a value of several lines or with escapes, which is not what it looks like.
    package func edits(
        of value: Located<String>,
        _ change: (String) -> String?
    ) -> [TextEdit] {
        guard var range = range(ofText: value.location), !range.isEmpty else { return [] }
        let quote = bytes[range.lowerBound]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard range.count >= 2 else { return [] }
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        let written = bytes[range]
        let special: [UInt8] = [0x0A, UInt8(ascii: "\\"), UInt8(ascii: "'")]
        guard !written.contains(where: special.contains) else { return [] }
        let text = String(decoding: written, as: UTF8.self)
        guard let changed = change(text), changed != text else { return [] }
        return [TextEdit(range, changed.utf8)]
    }
}
