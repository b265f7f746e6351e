import CYAML

extension YAMLEvent {
    /// A copy of libyaml's event; nil for its empty event, which follows the last.
    @unsafe init?(_ event: yaml_event_t) {
        guard let kind = unsafe Kind(event) else { return nil }
        let data = unsafe event.data
        let mark = unsafe YAMLMark(event.start_mark)
        switch kind {
        case .scalar:
            let scalar = unsafe data.scalar
            unsafe self.init(kind, anchor: text(scalar.anchor), tag: text(scalar.tag), at: mark)
        case .sequenceStart:
            let start = unsafe data.sequence_start
            unsafe self.init(kind, anchor: text(start.anchor), tag: text(start.tag), at: mark)
        case .mappingStart:
            let start = unsafe data.mapping_start
            unsafe self.init(kind, anchor: text(start.anchor), tag: text(start.tag), at: mark)
        default:
            self.init(kind, at: mark)
        }
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
