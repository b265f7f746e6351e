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

    package struct Key: Hashable, Sendable {
        package let name: String
        /// The values allowed; nil for any.
        package let values: [String]?
        package let shape: ValueShape

        package init(_ name: String, values: [String]? = nil, shape: ValueShape = .text) {
            self.name = name
            self.values = values
            self.shape = shape
        }
    }

    package struct Word: Hashable, Sendable {
        package let name: String
        package let value: ValueShape
        package let keys: [Key]

        package init(_ name: String, value: ValueShape = .text, keys: [Key] = []) {
            self.name = name
            self.value = value
            self.keys = keys
        }
    }

    /// In the order in which messages name them.
    package let words: [Word]
    private let wordsByName: [String: Word]

    package init(words: [Word]) {
        self.words = words
        wordsByName = Dictionary(words.map { ($0.name, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> Word? { wordsByName[name] }
}

extension Vocabulary {
    /// The words that join requirements, which every policy may use.
    static let groups = ["all", "any", "not"]
    /// The keys that every requirement may have.
    static let commonKeys = ["id", "because", "when", "within", "severity", "as"]

    var names: [String] { words.map(\.name) + Self.groups }

    /// The first word that has such a key.
    func owner(ofKey key: String) -> String? {
        words.first { $0.keys.contains { $0.name == key } }?.name
    }
}
