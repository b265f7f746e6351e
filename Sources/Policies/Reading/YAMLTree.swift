package import LinuxSystem
package import PolicyLanguage

/// Brings libyaml's events to the policy language, neither of which knows of the other.
package enum YAMLTree {
    /// The tree that some bytes of YAML hold.
    ///
    /// - Parameters:
    ///   - file: The name by which diagnostics call the file; nothing is read from it.
    ///   - allowance: What may be read of it, and of the policy that includes it.
    /// - Throws: ``Diagnostics`` where the bytes are not one plain YAML tree within ``Limits``.
    package static func parse(
        _ bytes: [UInt8],
        file: String,
        within allowance: Allowance = Allowance()
    ) throws(Diagnostics) -> Node {
        try parse(bytes, file: file, within: allowance) { _ in }
    }

    /// - Parameter see: Is given each event, as far as all before it are in order.
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
        do throws(YAMLError) {
            var events = try YAMLEvents(bytes)
            while found == nil, let event = try events.next() {
                see(event)
                found = builder.take(event)
            }
        } catch {
            found = builder.stop(error.diagnostic(in: text))
        }
        if let found { throw found }
        return try builder.finish()
    }
}

extension TreeBuilder {
    /// - Returns: what was found wrong, when reading on would be of no use.
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
