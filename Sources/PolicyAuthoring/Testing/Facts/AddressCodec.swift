import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The addresses of the host, without loopback.
enum AddressCodec: FactCodec {
    static let keys = ["addresses"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.texts.preceded(by: [
            ("description", "the addresses of this host, without loopback")
        ])
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        guard let node = fields["addresses"], !node.isForgotten else { return }
        var all: Set<IPAddress> = []
        for text in reader.problems.keep(try node.words(of: "addresses")) ?? [] {
            if let address = reader.problems.keep(try address(text)) { all.insert(address) }
        }
        reader.facts.network.addresses = all
    }

    static func lines(by writer: FactWriter) -> [String] {
        guard let all = writer.facts.network.addresses else { return [] }
        guard !all.isEmpty else { return ["addresses: []"] }
        return writer.section("addresses", all.map { "- \("\($0)".inYAML)" }.sorted())
    }

    static func address(_ text: Located<String>) throws(Diagnostic) -> IPAddress {
        do throws(AddressError) { return try IPAddress(text.value) } catch {
            let help = "write `192.0.2.1` or `2001:db8::1`"
            throw .invalidFact(text, "is not a numeric address", help: help)
        }
    }

    static func endpoint(_ text: Located<String>) throws(Diagnostic) -> Endpoint {
        do throws(InvalidEndpoint) { return try Endpoint(text.value) } catch {
            throw Diagnostic(
                "invalid-endpoint",
                at: text.location,
                "\(error.text.quoted) \(error.problem)",
                help: error.help
            )
        }
    }
}
