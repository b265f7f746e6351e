import LinuxSystem
import PolicyLanguage

extension PolicyText {
    /// The text of a policy that was parsed already.
    package init(_ bytes: [UInt8], file: String) {
        var walk = ExtentWalk()
        // The parser reported what is no YAML, or too deep. The parts before it are known, and libyaml takes time
        // by the square of the depth.
        if var events = try? YAMLEvents(bytes) {
            while walk.depth <= Limits.depth, let event = try? events.next() { walk.take(event) }
        }
        self.init(bytes, file: file, extents: walk.extents)
    }
}

/// Finds where the parts of a tree begin and end.
struct ExtentWalk {
    private(set) var extents: [PolicyText.Extent] = []
    /// The lists and mappings that have not ended yet, and the end of what was last in each.
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
            // Only a bracket has a width; without one the last part ends the whole.
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
