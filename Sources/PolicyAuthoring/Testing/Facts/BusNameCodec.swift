import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The state of each name on the system bus: `owned`; `activatable` if the bus may start its service; or `missing`.
enum BusNameCodec: FactCodec {
    static let keys = ["bus-names"]

    private static let states = ["owned", "activatable", "missing"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.named(FactSchema.words(states), "the state of each name on the system bus")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "bus-names") { entry throws(Diagnostic) in
            let key = entry.key.value
            do throws(InvalidBusName) {
                _ = try WellKnownName(key)
            } catch {
                throw .invalidFact(
                    entry.key,
                    "is no well-known name of D-Bus",
                    help: "write it like `org.freedesktop.login1`"
                )
            }
            let text = try entry.value.text(of: key)
            switch text.value {
            case "owned": reader.facts.busNames[key] = BusNameFacts(owner: ":1.0")
            case "activatable": reader.facts.busNames[key] = BusNameFacts(isActivatable: true)
            case "missing": reader.facts.busNames[key] = BusNameFacts()
            default: throw .unknownValue(text, of: key, known: states)
            }
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let names = writer.facts.busNames.map { (key: $0, value: $1) }
        return writer.section("bus-names", writer.entries(names, word))
    }

    private static func word(_ facts: BusNameFacts) -> String {
        if facts.owner != nil { return "owned" }
        return facts.isActivatable ? "activatable" : "missing"
    }
}
