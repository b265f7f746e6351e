import CYAML

/// The events of one YAML stream in UTF-8, parsed one at a time from bytes in memory.
///
/// Only the current event is kept, and aliases are not resolved: an alias is an event, never a copy. So memory and time
/// are proportional to the input.
@safe package struct YAMLEvents: ~Copyable {
    // On the heap, and never moved: libyaml keeps pointers to both.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Throws: ``YAMLError`` if there is no memory for a parser.
    package init(_ bytes: [UInt8]) throws(YAMLError) {
        unsafe parser = .allocate(capacity: 1)
        // SAFETY: the call writes the whole structure, or frees it and returns 0.
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe parser.deallocate()
            throw .outOfMemory
        }
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        // SAFETY: the parser is fresh, and the input lives until the parser is deleted in deinit.
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
        // Without this, two bytes at the start could make libyaml read the input as UTF-16.
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
        // SAFETY: initialised in init, used by no other code, and not used again.
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event, or nil after the last one and after an error.
    package mutating func next() throws(YAMLError) -> YAMLEvent? {
        var event = unsafe yaml_event_t()
        // SAFETY: the parser is initialised, and the call writes the whole event.
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw error() }
        // SAFETY: the call above filled the event, which is not used after this function.
        defer { unsafe yaml_event_delete(&event) }
        return unsafe YAMLEvent(event)
    }

    private func error() -> YAMLError {
        // SAFETY: libyaml's messages are its own literals, or NULL.
        guard let problem = unsafe parser.pointee.problem else { return .outOfMemory }
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
        // The reader sets no mark, so the mark shows only how far the scanner had come.
        let mark = unsafe YAMLMark(
            parser.pointee.error == YAML_READER_ERROR
                ? parser.pointee.mark : parser.pointee.problem_mark
        )
        return unsafe YAMLError(
            problem: String(cString: problem),
            mark: mark,
            context: context ?? "",
            contextMark: context == nil ? mark : YAMLMark(parser.pointee.context_mark)
        )
    }
}

extension YAMLError {
    fileprivate static let outOfMemory = YAMLError(
        problem: "out of memory",
        mark: YAMLMark(line: 1, column: 1),
        context: "",
        contextMark: YAMLMark(line: 1, column: 1)
    )
}
