/// The words that a policy may use beside `all`, `any` and `not`, as plain data.
package struct Vocabulary: Sendable {
    /// What a value looks like; what it means is for whoever knows the word.
    package enum ValueShape: Hashable, Sendable {
        case text
        /// `true` or `false`.
        case boolean
        /// A file mode in octal digits, in quotes: to YAML parsers a bare `0644` is now 420, now 644.
        case mode
    }

    package struct Key: Sendable {
        package let name: String
        /// The values allowed; nil for any.
        package let values: [String]?
        package let shape: ValueShape
        /// For whoever writes a policy.
        package let summary: String
        /// What holds where the key is left out.
        package let standard: String?
        /// Whether its word makes no sense without it.
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

    /// Which of its keys a word needs, for the schema; whoever knows the word refuses the rest.
    package enum KeyChoice: Hashable, Sendable {
        case any
        /// Just one of them.
        case one(of: [String])
        /// This one beside an absolute path, and not beside anything else.
        case withPath(String)
    }

    package struct Word: Sendable {
        package let name: String
        package let value: ValueShape
        package let keys: [Key]
        package let choice: KeyChoice
        /// For whoever writes a policy.
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

    /// In the order in which messages name them.
    package let words: [Word]
    /// What the `capabilities` of a subject look like.
    package let capability: TextForm
    /// What the `unit` of a subject looks like.
    package let unit: TextForm
    /// The words for what others call otherwise, such as `execute` for `exec`.
    package let synonyms: [String: String]
    private let wordsByName: [String: Word]

    package init(
        words: [Word],
        capability: TextForm = .any,
        unit: TextForm = .any,
        synonyms: [String: String] = [:]
    ) {
        self.words = words
        self.capability = capability
        self.unit = unit
        self.synonyms = synonyms
        wordsByName = Dictionary(words.map { ($0.name, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> Word? { wordsByName[name] }
}

extension Vocabulary {
    /// The words that join requirements, which every policy may use.
    static let groups = LanguageKey.groups.map(\.name)
    /// The keys that every requirement may have.
    static let commonKeys = LanguageKey.common.map(\.name)

    /// Which tells of all words.
    static let page = "warrant-policy(5)"

    var names: [String] { words.map(\.name) + Self.groups }

    /// The words that have such a key.
    func owners(ofKey key: String) -> [String] {
        words.filter { $0.keys.contains { $0.name == key } }.map(\.name)
    }
}
