import LinuxSystem
import PolicyLanguage

extension PolicyText {
    /// Makes the text of a policy that was already parsed.
    package init(_ bytes: [UInt8], file: String) {
        var walk = ExtentWalk()
        // The parser already reported text that is not YAML or is nested too deeply. The parts before it are known. The
        // walk stops at the depth limit, because libyaml's time grows with the square of the depth.
        if var events = try? YAMLEvents(bytes) {
            while walk.depth <= Limits.depth, let event = try? events.next() { walk.take(event) }
        }
        self.init(bytes, file: file, extents: walk.extents)
    }
}

/// Finds the beginning and the end of each part of a tree.
struct ExtentWalk {
    private(set) var extents: [PolicyText.Extent] = []
    /// The lists and mappings that have not ended yet, each with the end of its latest part.
    private var open: [(start: PolicyText.Place, end: PolicyText.Place)] = []

    var depth: Int { open.count }

    mutating func take(_ event: YAMLEvent) {
        let start = PolicyText.Place(event.mark)
        let end = PolicyText.Place(event.end)
        switch event.kind {
        case .scalar: add(start, end, isCollection: false)
        case .sequenceStart, .mappingStart: open.append((start, end))
        case .sequenceEnd, .mappingEnd:
            guard let last = open.popLast() else { return }
            // An end event has a width only for a bracket. Without one, the last part ends the collection.
            add(last.start, start == end ? last.end : end, isCollection: true)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .alias: break
        }
    }

    private mutating func add(
        _ start: PolicyText.Place,
        _ end: PolicyText.Place,
        isCollection: Bool
    ) {
        extents.append(PolicyText.Extent(start, end, isCollection: isCollection))
        if !open.isEmpty { open[open.count - 1].end = end }
    }
}

extension PolicyText.Place {
    fileprivate init(_ mark: YAMLMark) { self.init(line: mark.line, column: mark.column) }
}
