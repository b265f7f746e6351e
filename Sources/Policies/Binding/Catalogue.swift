package import Capabilities
package import PolicyLanguage

/// The words that policies may use, and the capability behind each.
///
/// The binder itself knows no word. `Subject` is the type of the subjects that the words take.
package struct Catalogue<Subject: Sendable>: Sendable {
    /// The form of the words.
    package let vocabulary: Vocabulary
    package let entries: [Entry]
    /// The subject of a policy that names none.
    package let defaultSubject: Subject
    /// Binds the subject that a policy names.
    package let bindSubject: @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject
    /// The indices of the entries, by word.
    private let places: [String: Int]

    /// - Parameters:
    ///   - capability: The form of a subject's `capabilities`.
    ///   - unit: The form of a subject's `unit`.
    ///   - container: The form of a subject's `container`.
    ///   - synonyms: The words, by the names that other tools use.
    package init(
        _ entries: [Entry],
        capability: TextForm = .any,
        unit: TextForm = .any,
        container: TextForm = .any,
        synonyms: [String: String] = [:],
        defaultSubject: Subject,
        bindSubject: @escaping @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject
    ) {
        vocabulary = Vocabulary(
            words: entries.map(\.form),
            capability: capability,
            unit: unit,
            container: container,
            synonyms: synonyms
        )
        self.entries = entries
        self.defaultSubject = defaultSubject
        self.bindSubject = bindSubject
        places = Dictionary(zip(entries.map(\.form.name), entries.indices)) { first, _ in first }
    }

    /// Returns the entry of a word, or nil if the vocabulary does not have the word.
    subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// Returns the problems in the words of a policy, or nil if all words can be bound.
    package func problems(in syntax: PolicySyntax) -> Diagnostics? {
        do throws(Diagnostics) {
            _ = try Policy(syntax, to: self) { _ in nil }
            return nil
        } catch {
            return error
        }
    }

    /// One word, and the capability behind it.
    package struct Entry: Sendable {
        package let form: Vocabulary.Word
        /// Binds one use of the word to a capability.
        package let bind: @Sendable (WordUse, Subject) throws(Diagnostic) -> any Capability

        package init(
            _ form: Vocabulary.Word,
            bind: @escaping @Sendable (WordUse, Subject) throws(Diagnostic) -> any Capability
        ) {
            self.form = form
            self.bind = bind
        }
    }
}
