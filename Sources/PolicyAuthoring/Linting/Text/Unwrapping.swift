import PolicyLanguage

/// Writes a part of a requirement in that requirement's place, with the comments and the layout it has.
struct Unwrapping {
    private let text: PolicyText

    init(_ text: PolicyText) { self.text = text }

    /// - Returns: none where the requirement says more than its word, where the part would say something
    ///   else in its place, or where a comment would be lost.
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

    /// Whether the mapping is written in lines: nothing but space and dashes stands before it.
    private func isBlock(_ part: Range<Int>) -> Bool {
        let line = text.range(ofLine: text.line(at: part.lowerBound))
        return text.bytes[line.lowerBound..<part.lowerBound].allSatisfy {
            $0 == 0x20 || $0 == UInt8(ascii: "-")
        }
    }

    /// The part moves to where the requirement begins, and its further lines with it.
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
    /// Whether it says nothing besides its word and a `when`.
    var isBare: Bool {
        id == nil && because == nil && within == nil && severity == .failure && self.as == nil
    }
}
