import CYAML

/// An event of a YAML parser, with its place in the text.
package struct YAMLEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        /// A text; `isPlain` is false for a quoted one and for a block (`|`, `>`).
        case scalar(String, isPlain: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    package let kind: Kind
    /// The name after `&`, if the node has one.
    package let anchor: String?
    /// The tag as libyaml resolves it (`!!str` is `tag:yaml.org,2002:str`), if the node has one.
    package let tag: String?
    package let mark: YAMLMark
    /// The end of the event, after its last character. A list or mapping without brackets ends where the next event
    /// begins.
    package let end: YAMLMark

    package init(
        _ kind: Kind,
        anchor: String? = nil,
        tag: String? = nil,
        at mark: YAMLMark,
        to end: YAMLMark
    ) {
        self.kind = kind
        self.anchor = anchor
        self.tag = tag
        self.mark = mark
        self.end = end
    }
}

extension YAMLEvent {
    /// Copies libyaml's event. Returns nil for its empty event, which follows the last one.
    @unsafe init?(_ event: yaml_event_t) {
        guard let kind = unsafe Kind(event) else { return nil }
        let data = unsafe event.data
        let (anchor, tag): (UnsafeMutablePointer<yaml_char_t>?, UnsafeMutablePointer<yaml_char_t>?)
        switch kind {
        case .scalar: unsafe (anchor, tag) = (data.scalar.anchor, data.scalar.tag)
        case .sequenceStart:
            unsafe (anchor, tag) = (data.sequence_start.anchor, data.sequence_start.tag)
        case .mappingStart:
            unsafe (anchor, tag) = (data.mapping_start.anchor, data.mapping_start.tag)
        default: unsafe (anchor, tag) = (nil, nil)
        }
        unsafe self.init(
            kind,
            anchor: text(anchor),
            tag: text(tag),
            at: YAMLMark(event.start_mark),
            to: YAMLMark(event.end_mark)
        )
    }
}

extension YAMLEvent.Kind {
    @unsafe fileprivate init?(_ event: yaml_event_t) {
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: self = .streamStart
        case YAML_STREAM_END_EVENT: self = .streamEnd
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        case YAML_ALIAS_EVENT: self = unsafe .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            // SAFETY: the event owns `length` bytes there until it is deleted.
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            self = unsafe .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain)
        case YAML_SEQUENCE_START_EVENT: self = .sequenceStart
        case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
        case YAML_MAPPING_START_EVENT: self = .mappingStart
        case YAML_MAPPING_END_EVENT: self = .mappingEnd
        default: return nil
        }
    }
}

extension YAMLMark {
    /// libyaml counts from 0.
    init(_ mark: yaml_mark_t) {
        self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }
}

private func text(_ characters: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    // SAFETY: anchors and tags end in NUL, and live as long as their event.
    unsafe characters.map { unsafe String(cString: $0) }
}
