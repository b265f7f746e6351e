/// Builds a tree from events, and refuses constructs that a policy may not contain.
package struct TreeBuilder {
    /// A sequence or mapping that has not ended yet.
    private struct Open {
        let location: SourceLocation
        let isMapping: Bool
        var items: [Node] = []
        var entries: [Node.Entry] = []
        var key: Located<String>?
        var places: [String: SourceLocation] = [:]
    }

    private let file: String
    private let problems = Problems()
    private var open: [Open] = []
    private var root: Node?
    private var documents = 0
    private let allowance: Allowance

    package init(file: String, within allowance: Allowance = Allowance()) {
        self.file = file
        self.allowance = allowance
    }

    /// - Throws: ``Diagnostics`` as soon as further reading is of no use, for example past a limit.
    package mutating func take(_ event: TreeEvent, line: Int, column: Int) throws(Diagnostics) {
        let place = SourceLocation(file: file, line: line, column: column)
        switch event {
        case .documentStart:
            documents += 1
            if documents > 1 { throw stop(.secondDocument(at: place)) }
        case .anchor(let name): throw stop(.anchor(name, at: place))
        case .alias(let name): throw stop(.alias(name, at: place))
        case .tag(let tag): problems.report(.tag(tag, at: place))
        case .scalar(let text, let style): try takeScalar(text, style, at: place)
        case .sequenceStart: try begin(Open(location: place, isMapping: false))
        case .mappingStart: try begin(Open(location: place, isMapping: true))
        case .end: end()
        }
    }

    /// Returns the whole tree.
    ///
    /// - Throws: ``Diagnostics`` with all problems found, or with the message that the file is empty.
    package func finish() throws(Diagnostics) -> Node {
        if let found = problems.found { throw found }
        guard let root, !root.isAbsent else {
            throw stop(.emptyFile(at: SourceLocation(file: file, line: 1, column: 1)))
        }
        return root
    }

    /// Returns all problems found, followed by the one that ends the reading.
    package func stop(_ last: Diagnostic) -> Diagnostics {
        problems.report(last)
        return problems.found ?? Diagnostics(last)
    }

    private mutating func takeScalar(
        _ text: String,
        _ style: Node.Style,
        at place: SourceLocation
    ) throws(Diagnostics) {
        try count(at: place)
        if text.utf8.contains(0) { problems.report(.nulInText(at: place)) }
        if open.last?.isMapping == true, open.last?.key == nil {
            takeKey(text, style, at: place)
        } else {
            add(Node(.scalar(text, style: style), at: place))
        }
    }

    private mutating func takeKey(_ text: String, _ style: Node.Style, at place: SourceLocation) {
        let top = open.count - 1
        if text == "<<", style == .plain { problems.report(.mergeKey(at: place)) }
        if let first = open[top].places[text] {
            problems.report(.duplicateKey(text, at: place, first: first))
        } else {
            open[top].places[text] = place
        }
        open[top].key = Located(text, at: place)
    }

    private mutating func begin(_ next: Open) throws(Diagnostics) {
        try count(at: next.location)
        if let last = open.last, last.isMapping, last.key == nil {
            let isDoubled = next.isMapping && next.location.follows(last.location)
            throw stop(isDoubled ? .braces(at: last.location) : .keyNotText(at: next.location))
        }
        guard open.count < Limits.depth else { throw stop(.tooDeep(at: next.location)) }
        open.append(next)
    }

    private mutating func end() {
        guard let last = open.popLast() else { return }
        let kind: Node.Kind = last.isMapping ? .mapping(last.entries) : .sequence(last.items)
        add(Node(kind, at: last.location))
    }

    private mutating func add(_ node: Node) {
        let top = open.count - 1
        guard top >= 0 else {
            root = node
            return
        }
        guard open[top].isMapping else { return open[top].items.append(node) }
        guard let key = open[top].key else { return }
        open[top].entries.append(Node.Entry(key: key, value: node))
        open[top].key = nil
    }

    private func count(at place: SourceLocation) throws(Diagnostics) {
        allowance.nodes -= 1
        guard allowance.nodes >= 0 else { throw stop(.tooManyNodes(at: place)) }
    }
}

extension SourceLocation {
    /// Returns whether the place is the next character on the same line.
    fileprivate func follows(_ other: SourceLocation) -> Bool {
        line == other.line && column == other.column + 1
    }
}
