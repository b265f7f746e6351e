import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The addresses of each host name, `missing`, or `no-answer` from the resolver.
enum NameCodec: FactCodec {
    static let keys = ["names"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.named(FactSchema.texts, "the addresses of each host name, missing or no-answer")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "names") { entry throws(Diagnostic) in
            reader.facts.network.names[entry.key.value] = try resolution(entry)
        }
    }

    private static func resolution(_ entry: Node.Entry) throws(Diagnostic) -> Resolution {
        switch entry.value.word {
        case "missing": return .notFound(ResolverCode(-2))
        case "no-answer": return .noAnswer(ResolverCode(-3))
        default:
            var all: [IPAddress] = []
            for text in try entry.value.words(of: entry.key.value) {
                all.append(try AddressCodec.address(text))
            }
            guard !all.isEmpty else {
                let help = "write `missing` for a name that has none"
                throw .invalidFact(entry.key, "has no address", help: help)
            }
            return .addresses(all)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let names = writer.facts.network.names.map { (key: $0, value: $1) }
        let entries = writer.entries(names) { resolution in
            switch resolution {
            case .addresses(let all): writer.list(all.map { "\($0)" })
            case .notFound: "missing"
            case .noAnswer: "no-answer"
            }
        }
        return writer.section("names", entries)
    }
}
