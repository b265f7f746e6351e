/// The error that no fact answers a question about a described host.
package struct MissingFact: Error, CustomStringConvertible {
    let object: String
    /// The key of a test that holds the fact; nil if a test cannot describe it.
    let section: String?

    init(_ object: String, in section: String? = nil) {
        self.object = object
        self.section = section
    }

    package var description: String {
        "no fact describes \(object)" + (section.map { "; add it under `\($0)`" } ?? "")
    }
}
