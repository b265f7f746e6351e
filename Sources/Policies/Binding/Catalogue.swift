package import Capabilities
package import PolicyLanguage

/// The words that policies may use, and the capability behind each.
///
/// The binder itself knows no word. `Subject` is the type of the subjects that the words take.
package struct Catalogue<Subject: Sendable>: Sendable {
    package typealias SubjectBinding = @Sendable (SubjectSyntax) throws(Diagnostic) -> Subject

    /// The form of the words.
    package let vocabulary: Vocabulary
    package let entries: [Entry]
    /// The subject of a policy that names none.
    package let defaultSubject: Subject
    /// Binds the subject that a policy names.
    package let bindSubject: SubjectBinding
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
        synonyms: @escaping @Sendable () -> [String: String] = { [:] },
        defaultSubject: Subject,
        bindSubject: @escaping SubjectBinding
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

    private init(_ entries: [Entry], like other: Self, bindSubject: @escaping SubjectBinding) {
        vocabulary = other.vocabulary
        places = other.places
        defaultSubject = other.defaultSubject
        self.entries = entries
        self.bindSubject = bindSubject
    }

    /// Returns the same words and subjects, with other bindings.
    func binding(
        _ bind: (Entry) -> Entry.Binding,
        subject bindSubject: @escaping SubjectBinding
    ) -> Self {
        Self(entries.map { Entry($0.form, bind: bind($0)) }, like: self, bindSubject: bindSubject)
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
        package typealias Binding =
            @Sendable (WordUse, Subject) throws(Diagnostic) -> any Capability

        package let form: Vocabulary.Word
        /// Binds one use of the word to a capability.
        package let bind: Binding

        package init(_ form: Vocabulary.Word, bind: @escaping Binding) {
            self.form = form
            self.bind = bind
        }
    }
}
