package import Capabilities
package import PolicyLanguage

/// The words that policies may use, and what each asks of the system.
///
/// The engine knows none itself. `Subject` is whatever the words are about: who is asked for.
package struct Catalogue<Subject: Sendable>: Sendable {
    package let words: [Word<Subject>]
    /// What the `capabilities` of a subject look like.
    package let capability: TextForm
    /// What the `unit` of a subject looks like.
    package let unit: TextForm
    /// The words for what others call otherwise.
    package let synonyms: [String: String]
    /// Who is asked about where a policy names nobody.
    package let defaultSubject: Subject
    /// Finds out who is meant.
    package let bindSubject: @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject

    package init(
        words: [Word<Subject>],
        capability: TextForm = .any,
        unit: TextForm = .any,
        synonyms: [String: String] = [:],
        defaultSubject: Subject,
        bindSubject: @escaping @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject
    ) {
        self.words = words
        self.capability = capability
        self.unit = unit
        self.synonyms = synonyms
        self.defaultSubject = defaultSubject
        self.bindSubject = bindSubject
    }

    /// What is wrong with the words of a policy; nil where all can be bound.
    package func problems(in syntax: PolicySyntax) -> Diagnostics? {
        do throws(Diagnostics) {
            _ = try Policy(syntax, to: self) { _ in nil }
            return nil
        } catch {
            return error
        }
    }

    package var vocabulary: Vocabulary {
        Vocabulary(
            words: words.map(\.form),
            capability: capability,
            unit: unit,
            synonyms: synonyms
        )
    }
}

/// One word of the policy language.
package struct Word<Subject: Sendable>: Sendable {
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
