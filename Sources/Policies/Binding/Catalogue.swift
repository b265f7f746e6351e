package import Capabilities
package import PolicyLanguage

/// The words that policies may use, and what each asks of the system.
///
/// The binder knows none itself. `Subject` is whatever the words are about: who is asked for.
package struct Catalogue<Subject: Sendable>: Sendable {
    /// How the words are written.
    package let vocabulary: Vocabulary
    package let entries: [Entry]
    /// Who is asked about where a policy names no one.
    package let defaultSubject: Subject
    /// Finds out who is meant.
    package let bindSubject: @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject
    /// Where the entries are, by the names of their words.
    private let places: [String: Int]

    /// - Parameters:
    ///   - capability: What the `capabilities` of a subject look like.
    ///   - unit: What the `unit` of a subject looks like.
    ///   - synonyms: The words, by the names that others have for them.
    package init(
        _ entries: [Entry],
        capability: TextForm = .any,
        unit: TextForm = .any,
        synonyms: [String: String] = [:],
        defaultSubject: Subject,
        bindSubject: @escaping @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject
    ) {
        vocabulary = Vocabulary(
            words: entries.map(\.form),
            capability: capability,
            unit: unit,
            synonyms: synonyms
        )
        self.entries = entries
        self.defaultSubject = defaultSubject
        self.bindSubject = bindSubject
        places = Dictionary(zip(entries.map(\.form.name), entries.indices)) { first, _ in first }
    }

    /// The entry of a word; nil for a word that is not in the vocabulary.
    subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// What is wrong with the words of a policy; nil where all can be bound.
    package func problems(in syntax: PolicySyntax) -> Diagnostics? {
        do throws(Diagnostics) {
            _ = try Policy(syntax, to: self) { _ in nil }
            return nil
        } catch {
            return error
        }
    }

    /// One word, and what it asks.
    package struct Entry: Sendable {
        package let form: Vocabulary.Word
        /// Turns the word as used into the capability that it asks for.
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
