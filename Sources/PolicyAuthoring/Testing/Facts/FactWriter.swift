import LinuxCapabilities
import Text

/// Writes facts as the text of a test. `FactReader` makes the same facts from it.
struct FactWriter {
    let facts: HostFacts

    init(_ facts: HostFacts) { self.facts = facts }

    /// The lines below `given:`.
    var lines: [String] { FactTable.codecs.flatMap { $0.lines(by: self) } }

    /// Returns a key with the lines below it, or nothing if there are no lines.
    func section(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["\(key):"] + lines.map { "  \($0)" }
    }

    /// Returns one line for each entry, in the order of the keys.
    func entries<Value>(
        _ all: [(key: String, value: Value)],
        _ text: (Value) -> String?
    ) -> [String] {
        all.sorted { $0.key < $1.key }.compactMap { entry in
            text(entry.value).map { "\(entry.key.inYAML): \($0)" }
        }
    }

    func list(_ texts: [String]) -> String {
        "[\(texts.map(\.inYAML).joined(separator: ", "))]"
    }
}

extension String {
    /// The text in YAML, in quotes wherever it could mean something else.
    var inYAML: String {
        let isPlain = unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "_", ".", "-", "@": true
            default: false
            }
        }
        if isPlain, let first = unicodeScalars.first, first != "-" || count > 1, self != "unknown" {
            return self
        }
        return written(in: .yaml)
    }
}
