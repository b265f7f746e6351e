import LinuxCapabilities
import Text

/// Writes facts in the words of a test, of which `FactReader` makes the same facts.
struct FactWriter {
    let facts: HostFacts

    init(_ facts: HostFacts) { self.facts = facts }

    /// The lines below `given:`.
    var lines: [String] { FactTable.codecs.flatMap { $0.lines(by: self) } }

    /// A key with the lines below it; nothing if there are none.
    func section(_ key: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["\(key):"] + lines.map { "  \($0)" }
    }

    /// Each entry in a line, in the order of the keys.
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
    /// As YAML takes the text, in quotes wherever it could mean something else.
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
