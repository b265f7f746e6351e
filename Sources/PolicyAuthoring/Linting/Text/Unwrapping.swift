import PolicyLanguage

/// Replaces a requirement by one of its parts, and keeps the comments and the layout of the part.
struct Unwrapping {
    private let text: PolicyText

    init(_ text: PolicyText) { self.text = text }

    /// - Returns: An empty list if the requirement has more keys than its word, if the part would mean something else
    ///   in its place, or if a comment would be lost.
    func edits(replacing outer: RequirementSyntax, by inner: RequirementSyntax) -> [TextEdit] {
        guard outer.isBare, outer.when == nil, inner.when == nil, inner.severity == .failure,
            let whole = text.range(ofCollection: outer.location),
            let part = text.range(ofCollection: inner.location),
            whole.lowerBound < part.lowerBound, part.upperBound <= whole.upperBound
        else { return [] }
        let isFlow = text.bytes[part.lowerBound] == UInt8(ascii: "{")
        if isFlow { return flowEdits(whole, part) }
        return isBlock(part) && part.upperBound == whole.upperBound
            ? blockEdits(whole, part, by: inner.location.column - outer.location.column) : []
    }

    private func flowEdits(_ whole: Range<Int>, _ part: Range<Int>) -> [TextEdit] {
        let before = whole.lowerBound..<part.lowerBound
        let after = part.upperBound..<whole.upperBound
        guard isWithoutComments(before), isWithoutComments(after) else { return [] }
        return [TextEdit(before), TextEdit(after)].filter { !$0.range.isEmpty }
    }

    /// Returns whether the mapping is in block style: only spaces and dashes stand before it.
    private func isBlock(_ part: Range<Int>) -> Bool {
        let line = text.range(ofLine: text.line(at: part.lowerBound))
        return text.bytes[line.lowerBound..<part.lowerBound].allSatisfy {
            $0 == 0x20 || $0 == UInt8(ascii: "-")
        }
    }

    /// Moves the part to the beginning of the requirement, and its further lines with it.
    private func blockEdits(_ whole: Range<Int>, _ part: Range<Int>, by width: Int) -> [TextEdit] {
        let before = whole.lowerBound..<part.lowerBound
        guard width > 0, isWithoutComments(before) else { return [] }
        var edits = [TextEdit(before)]
        let first = text.line(at: part.lowerBound)
        let last = text.line(at: part.upperBound - 1)
        for number in first..<max(first, last) {
            let line = text.range(ofLine: number + 1)
            let indent = text.bytes[line].prefix { $0 == 0x20 }.count
            let isBlank =
                indent < line.count
                && [0x0A, 0x0D].contains(text.bytes[line][line.lowerBound + indent])
            guard indent >= width || isBlank else { return [] }
            let removed = min(indent, width)
            if removed > 0 {
                edits.append(TextEdit(line.lowerBound..<(line.lowerBound + removed)))
            }
        }
        return edits
    }

    private func isWithoutComments(_ range: Range<Int>) -> Bool {
        !text.hasComment(in: range)
    }
}

extension RequirementSyntax {
    /// True if the requirement has no keys besides its word and a `when`.
    var isBare: Bool {
        id == nil && because == nil && within == nil && severity == .failure && self.as == nil
    }
}
