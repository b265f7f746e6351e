import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// A policy as a tree of boxes, for the graphical formats.
struct Diagram {
    struct Box {
        enum Kind { case policy, require, forbid }

        /// The number of the box. Each box comes before its inner boxes.
        let number: Int
        let kind: Kind
        /// True if the box does not affect the outcome.
        let isAdvice: Bool
        /// True if the box is below `when`.
        let isCondition: Bool
        /// The lines, without invisible characters.
        let lines: [String]
        let inner: [Box]
    }

    let name: String
    let root: Box

    init(_ outline: PolicyOutline) {
        var count = Counter()
        let number = count.next()
        name = outline.name.onOneLine
        root = Box(
            number: number,
            kind: .policy,
            isAdvice: false,
            isCondition: false,
            lines: Self.lines(outline.name, [outline.summary, outline.subject]),
            inner: outline.sections.map { section in
                let kind: Box.Kind = section.rule == .require ? .require : .forbid
                return Box(
                    number: count.next(),
                    kind: kind,
                    isAdvice: false,
                    isCondition: false,
                    lines: [section.rule.rawValue],
                    inner: section.entries.map { Self.box(of: $0, kind, &count) }
                )
            }
        )
    }

    /// All boxes, each after its outer box, which is nil for the first.
    var boxes: [(box: Box, outer: Box?)] { Self.boxes(in: root, from: nil) }

    private static func boxes(in box: Box, from outer: Box?) -> [(box: Box, outer: Box?)] {
        [(box, outer)] + box.inner.flatMap { boxes(in: $0, from: box) }
    }

    private static func box(
        of entry: PolicyOutline.Entry,
        _ kind: Box.Kind,
        isCondition: Bool = false,
        _ count: inout Counter
    ) -> Box {
        Box(
            number: count.next(),
            kind: kind,
            isAdvice: entry.severity == .advice,
            isCondition: isCondition,
            lines: lines(entry.title, [entry.notes, entry.because.map { "because \($0)" }]),
            inner: entry.conditions.map { box(of: $0, kind, isCondition: true, &count) }
                + entry.parts.map { box(of: $0, kind, &count) }
        )
    }

    /// Returns a title on one line, and below it the other texts, wrapped at spaces.
    private static func lines(_ title: String, _ texts: [String?]) -> [String] {
        let texts = texts.compactMap { $0?.onOneLine }.filter { !$0.isEmpty }
        return [title.onOneLine] + texts.flatMap { $0.wrapped(to: 48) }
    }

    private struct Counter {
        private var count = 0

        mutating func next() -> Int {
            defer { count += 1 }
            return count
        }
    }
}
