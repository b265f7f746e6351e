extension Diagnostic {
    static func unknownWord(_ word: Located<String>, in vocabulary: Vocabulary) -> Self {
        // What was meant may be a key; but what is missing is a word.
        let keys = Vocabulary.commonKeys + vocabulary.words.flatMap(\.keys).map(\.name)
        let likely =
            vocabulary.synonyms[word.value.lowercased()]
            ?? nearest(to: word.value, among: vocabulary.names + keys)
        let others = { advice(for: word.value, among: vocabulary.names, listedIn: Vocabulary.page) }
        return Self(
            .unknownWord,
            at: word.location,
            "unknown word \(word.value.quoted)",
            help: likely.map { "did you mean \($0.quoted)?" } ?? others()
        )
    }

    static func missingWord(
        at place: SourceLocation,
        likely: String?
    ) -> Self {
        Self(
            .missingWord,
            at: place,
            "no word here says what is required",
            help: likely.map { "did you leave out \($0.quoted)?" }
                ?? "add one, such as `read`; \(Vocabulary.page) lists all"
        )
    }

    static func severalWords(_ second: Located<String>, first: String) -> Self {
        Self(
            .severalWords,
            at: second.location,
            "\(second.value.quoted) is a second word beside \(first.quoted)",
            help: "write it as a requirement of its own, after `- `"
        )
    }

    static func emptyGroup(_ word: String, at place: SourceLocation) -> Self {
        Self(
            .emptyList,
            at: place,
            "\(word.quoted) is empty, and an empty group never holds",
            help: "list at least one requirement"
        )
    }

    static func listUnderNot(at place: SourceLocation) -> Self {
        Self(
            .wrongType,
            at: place,
            "`not` takes one requirement, but here is a list",
            help: "write `not: { any: [ … ] }` to refuse each, or a `not` for each"
        )
    }

    static func invalidIdentifier(_ id: Located<String>) -> Self {
        Self(
            .invalidIdentifier,
            at: id.location,
            "the id \(id.value.quoted) has a space or a `/` in it",
            help: "write `-` there"
        )
    }

    static func duplicateIdentifier(_ id: Located<String>, first: SourceLocation) -> Self {
        Self(
            .duplicateIdentifier,
            at: id.location,
            "the id \(id.value.quoted) is given twice, "
                + "first at line \(first.line), column \(first.column)",
            help: "choose another"
        )
    }
}
