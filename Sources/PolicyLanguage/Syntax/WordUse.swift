/// A word of the vocabulary, its value and its own keys, as written.
package struct WordUse: Hashable, Sendable {
    package let name: String
    package let nameLocation: SourceLocation
    package let value: Located<String>
    /// The keys that were written. Each is one of the word's own, with an allowed value.
    package let keys: [String: Located<String>]

    package init(
        name: String,
        nameLocation: SourceLocation,
        value: Located<String>,
        keys: [String: Located<String>]
    ) {
        self.name = name
        self.nameLocation = nameLocation
        self.value = value
        self.keys = keys
    }
}
