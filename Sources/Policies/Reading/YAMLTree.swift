package import LinuxSystem
package import PolicyLanguage

/// Passes libyaml's events to the policy language. Neither of the two knows the other.
package enum YAMLTree {
    /// Returns the tree in some bytes of YAML.
    ///
    /// - Parameters:
    ///   - file: The file's name in diagnostics; nothing is read from it.
    ///   - allowance: The limits that this file shares with the policy that includes it.
    /// - Throws: ``Diagnostics`` if the bytes are not one plain YAML tree within ``Limits``.
    package static func parse(
        _ bytes: [UInt8],
        file: String,
        within allowance: Allowance = Allowance()
    ) throws(Diagnostics) -> Node {
        try parse(bytes, file: file, within: allowance) { _ in }
    }

    /// - Parameter see: Called with each event that has only valid events before it.
    package static func parse(
        _ bytes: [UInt8],
        file: String,
        within allowance: Allowance = Allowance(),
        _ see: (YAMLEvent) -> Void
    ) throws(Diagnostics) -> Node {
        let text = SourceText(bytes, file: file)
        if let problem = text.problem { throw Diagnostics(problem) }
        var builder = TreeBuilder(file: file, within: allowance)
        var found: Diagnostics?
        var open: [YAMLMark] = []
        do throws(YAMLError) {
            var events = try YAMLEvents(bytes)
            while found == nil, let event = try events.next() {
                see(event)
                switch event.kind {
                case .sequenceStart, .mappingStart: open.append(event.mark)
                case .sequenceEnd, .mappingEnd: open.removeLast()
                default: break
                }
                found = builder.take(event)
            }
        } catch {
            found = builder.stop(error.diagnostic(in: text, open: open))
        }
        if let found { throw found }
        return try builder.finish()
    }
}

extension TreeBuilder {
    /// - Returns: The problems found, if further reading is of no use.
    fileprivate mutating func take(_ event: YAMLEvent) -> Diagnostics? {
        do throws(Diagnostics) {
            if let anchor = event.anchor { try take(.anchor(anchor), event.mark) }
            if let tag = event.tag { try take(.tag(tag), event.mark) }
            if let step = event.step { try take(step, event.mark) }
            return nil
        } catch {
            return error
        }
    }

    private mutating func take(_ step: TreeEvent, _ mark: YAMLMark) throws(Diagnostics) {
        try take(step, line: mark.line, column: mark.column)
    }
}

extension YAMLEvent {
    fileprivate var step: TreeEvent? {
        switch kind {
        case .documentStart: .documentStart
        case .alias(let name): .alias(name)
        case .scalar(let text, let isPlain): .scalar(text, style: isPlain ? .plain : .quoted)
        case .sequenceStart: .sequenceStart
        case .mappingStart: .mappingStart
        case .sequenceEnd, .mappingEnd: .end
        case .streamStart, .streamEnd, .documentEnd: nil
        }
    }
}
