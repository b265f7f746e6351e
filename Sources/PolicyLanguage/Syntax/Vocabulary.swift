/// The words that a policy may use beside `all`, `any` and `not`, as plain data.
package struct Vocabulary: Sendable {
    /// The shape of a value. The word itself defines the meaning.
    package enum ValueShape: Hashable, Sendable {
        case text
        /// `true` or `false`.
        case boolean
        /// A file mode in octal digits, in quotes. Some YAML parsers read a bare `0644` as 420, others as 644.
        case mode
    }

    package struct Key: Sendable {
        package let name: String
        /// The values allowed; nil for any.
        package let values: [String]?
        package let shape: ValueShape
        /// The description for policy authors.
        package let summary: String
        /// The default if the key is left out.
        package let standard: String?
        /// True if its word requires the key.
        package let isNeeded: Bool
        package let form: TextForm

        package init(
            _ name: String,
            values: [String]? = nil,
            shape: ValueShape = .text,
            _ summary: String = "",
            standard: String? = nil,
            isNeeded: Bool = false,
            form: TextForm = .any
        ) {
            self.name = name
            self.values = values
            self.shape = shape
            self.summary = summary
            self.standard = standard
            self.isNeeded = isNeeded
            self.form = form
        }
    }

    /// The keys that a word needs, for the schema. The word's own grammar refuses the remaining cases.
    package enum KeyChoice: Hashable, Sendable {
        case any
        /// Exactly one of these keys.
        case one(of: [String])
        /// This key if the value is an absolute path, and only then.
        case withPath(String)
    }

    package struct Word: Sendable {
        package let name: String
        package let value: ValueShape
        package let keys: [Key]
        package let choice: KeyChoice
        /// The description for policy authors.
        package let summary: String
        package let form: TextForm

        package init(
            _ name: String,
            value: ValueShape = .text,
            keys: [Key] = [],
            choice: KeyChoice = .any,
            _ summary: String = "",
            form: TextForm = .any
        ) {
            self.name = name
            self.value = value
            self.keys = keys
            self.choice = choice
            self.summary = summary
            self.form = form
        }
    }

    /// The words, in the order in which messages list them.
    package let words: [Word]
    /// The form of a subject's `capabilities`.
    package let capability: TextForm
    /// The form of a subject's `unit`.
    package let unit: TextForm
    /// The form of a subject's `container`.
    package let container: TextForm
    /// The words for names that other tools use, such as `execute` for `exec`.
    package let synonyms: @Sendable () -> [String: String]
    private let places: [String: Int]

    package init(
        words: [Word],
        capability: TextForm = .any,
        unit: TextForm = .any,
        container: TextForm = .any,
        synonyms: @escaping @Sendable () -> [String: String] = { [:] }
    ) {
        self.words = words
        self.capability = capability
        self.unit = unit
        self.container = container
        self.synonyms = synonyms
        places = Dictionary(zip(words.map(\.name), words.indices)) { first, _ in first }
    }

    package subscript(name: String) -> Word? { places[name].map { words[$0] } }

    /// Returns whether a key of a requirement already has a meaning: as a word, a group, or a key beside them.
    package func hasMeaning(_ key: String) -> Bool {
        self[key] != nil || Self.groups.contains(key) || Self.commonKeys.contains(key)
            || !owners(ofKey: key).isEmpty
    }
}

extension Vocabulary {
    /// The words that join requirements, which every policy may use.
    static let groups = LanguageKey.groups.map(\.name)
    /// The keys that every requirement may have.
    static let commonKeys = LanguageKey.common.map(\.name)

    /// The manual page that lists all words.
    static let page = "warrant-policy(5)"

    var names: [String] { words.map(\.name) + Self.groups }

    /// Returns the words that have such a key.
    func owners(ofKey key: String) -> [String] {
        words.filter { $0.keys.contains { $0.name == key } }.map(\.name)
    }
}
