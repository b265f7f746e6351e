import LinuxSystem
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
    static func parse(
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

extension YAMLError {
    fileprivate func diagnostic(in text: SourceText) -> Diagnostic {
        let found = text.character(line: mark.line, column: mark.column)
        let known = explanations.first {
            $0.problem == problem && context.hasPrefix($0.context)
                && ($0.character == nil || $0.character == found)
        }
        let place = known?.isAtContext == true ? contextMark : mark
        return .notYAML(
            known?.meaning ?? (context.isEmpty ? problem : "\(problem) \(context)"),
            help: known?.help ?? "quote what stands here, if it is a text",
            at: SourceLocation(file: text.file, line: place.line, column: place.column)
        )
    }
}

/// What one of libyaml's phrases means to someone who writes a policy.
private struct Explanation {
    let problem: String
    /// How libyaml says what it was reading.
    var context = ""
    /// What must stand at the place for this to be the explanation.
    var character: String?
    /// Whether the mistake is where the context begins, such as at a quote that is never closed.
    var isAtContext = false
    let meaning: String
    let help: String
}

/// The first that fits is taken; a phrase that is not here stands for itself.
private let explanations = [
    Explanation(
        problem: "found character that cannot start any token",
        character: "\t",
        meaning: "a tab stands where a text could begin",
        help: "indent with spaces"
    ),
    Explanation(
        problem: "found character that cannot start any token",
        meaning: "no text can begin with this character",
        help: "quote the text"
    ),
    Explanation(
        problem: "found a tab character that violates indentation",
        meaning: "a tab begins this line",
        help: "indent with spaces"
    ),
    Explanation(
        problem: "found a tab character where an indentation space is expected",
        meaning: "a tab begins this line",
        help: "indent with spaces"
    ),
    Explanation(
        problem: "mapping values are not allowed in this context",
        meaning: "a second `:` in one line, or a key that is indented too far or too long",
        help: "quote a text that holds a `:`, and align the keys of a mapping"
    ),
    Explanation(
        problem: "could not find expected ':'",
        isAtContext: true,
        meaning: "this line is neither `key: value` nor part of a text",
        help: "write `: ` after the key"
    ),
    Explanation(
        problem: "did not find expected key",
        meaning: "this does not continue the mapping that it stands in",
        help: "align it with the other keys, and put nothing after a closing quote"
    ),
    Explanation(
        problem: "did not find expected '-' indicator",
        meaning: "this does not continue the list that it stands in",
        help: "begin each item with `- `, all at one column"
    ),
    Explanation(
        problem: "did not find expected ',' or ']'",
        isAtContext: true,
        meaning: "the list that begins with this `[` does not go on or end as it must",
        help: "put `,` between items and `]` at the end"
    ),
    Explanation(
        problem: "did not find expected ',' or '}'",
        isAtContext: true,
        meaning: "the mapping that begins with this `{` does not go on or end as it must",
        help: "put `,` between entries and `}` at the end, and quote a text that holds `${`"
    ),
    Explanation(
        problem: "found unexpected end of stream",
        context: "while scanning a quoted scalar",
        isAtContext: true,
        meaning: "the quote that begins here is never closed",
        help: "close it"
    ),
    Explanation(
        problem: "block sequence entries are not allowed in this context",
        meaning: "a list cannot begin here",
        help: "begin it on a line of its own, or quote a text that begins with `- `"
    ),
    Explanation(
        problem: "did not find expected <document start>",
        meaning: "something follows the end of the policy",
        help: "indent it to where it belongs, or remove it"
    ),
    Explanation(
        problem: "found unknown escape character",
        meaning: "this backslash escapes nothing in double quotes",
        help: "write it twice, or use single quotes"
    ),
]
