import Policies
import PolicyLanguage

/// Finds a list that asks for the same thing twice, which is usually a slip.
///
/// The fix removes the later requirement under three conditions: it stands on lines of its own, it equals the first for
/// all values of parameters, and it adds nothing. The fix leaves requirements that can be asked for, because each one
/// prompts a person.
struct DuplicateRequirement: LintRule {
    static let id = "duplicate-requirement"
    static let severity = LintFinding.Severity.warning
    static let summary = "a list asks for the same thing twice"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        policy.requirements.compactMap { placed in
            guard placed.role.isInList,
                let first = policy.index.first(placed.meaning, in: placed.list),
                first.syntax.location != placed.syntax.location
            else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "\(placed.title) is asked for twice, first at line \(first.syntax.location.line)",
                help: "remove one, or correct it",
                fix: placed.adds(nothingTo: first, in: policy.text)
                    ? placed.removal(from: policy.text) : []
            )
        }
    }
}

extension PlacedRequirement {
    fileprivate func adds(nothingTo first: PlacedRequirement, in text: PolicyText) -> Bool {
        guard case .word = syntax.kind, syntax.when == nil, syntax.id == nil, !part.canBeAskedFor,
            !usesParameters(text), !first.usesParameters(text), isAboutWhom(first, text)
        else { return false }
        return syntax.severity == first.syntax.severity && syntax.within == first.syntax.within
            && (syntax.because == nil || syntax.because == first.syntax.because)
    }

    /// Returns whether the requirement could differ for other values of parameters.
    private func usesParameters(_ text: PolicyText) -> Bool {
        text.usesParameters(text.range(ofCollection: syntax.location))
    }

    /// Returns whether both have the same subject for all values of parameters. A requirement without its own subject
    /// has the enclosing one.
    private func isAboutWhom(_ first: PlacedRequirement, _ text: PolicyText) -> Bool {
        if syntax.as?.words == first.syntax.as?.words { return true }
        guard let place = outerSubject?.location else { return true }
        let range = text.range(ofCollection: place) ?? text.range(ofText: place)
        return !text.usesParameters(range)
    }

    /// Returns the removal of the whole lines of an item `- …`, if no comment is in them and none before them belongs
    /// to it.
    fileprivate func removal(from text: PolicyText) -> [TextEdit] {
        guard let item = text.range(ofCollection: syntax.location) else { return [] }
        let first = text.range(ofLine: syntax.location.line)
        // A block of text ends at the start of the next line.
        let last = text.range(ofLine: text.line(at: max(item.lowerBound, item.upperBound - 1)))
        let before = text.bytes[first.lowerBound..<item.lowerBound].filter { $0 != 0x20 }
        let after = text.bytes[min(item.upperBound, last.upperBound)..<last.upperBound]
        guard before == [UInt8(ascii: "-")], after.allSatisfy({ $0 == 0x0A || $0 == 0x0D }),
            !text.hasComment(in: first.lowerBound..<last.upperBound),
            !text.isComment(line: syntax.location.line - 1)
        else { return [] }
        return [TextEdit(first.lowerBound..<last.upperBound)]
    }
}

extension PolicyText {
    fileprivate func usesParameters(_ range: Range<Int>?) -> Bool {
        guard let range else { return true }
        return bytes[range].contains(UInt8(ascii: "$"))
    }
}
