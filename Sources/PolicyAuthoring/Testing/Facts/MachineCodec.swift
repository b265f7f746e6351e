import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The id of the machine as in `/etc/machine-id`, or `missing`.
enum MachineCodec: FactCodec {
    static let keys = ["machine-id"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.text(
            matching: "[0-9a-fA-F]{32}|missing|unknown",
            "the content of /etc/machine-id, or missing"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        guard let node = fields["machine-id"], !node.isForgotten else { return }
        reader.facts.machineID = reader.problems.keep(try machineID(node))
    }

    private static func machineID(_ node: Node) throws(Diagnostic) -> MachineID? {
        let text = try node.text(of: "machine-id")
        if text.value == "missing" { return nil }
        if let id = MachineID(Array(text.value.utf8)) { return id }
        let help = "write what /etc/machine-id holds, 32 hexadecimal digits, or `missing`"
        throw .invalidFact(text, "is no id of a machine", help: help)
    }

    static func lines(by writer: FactWriter) -> [String] {
        guard let id = writer.facts.machineID else { return [] }
        return ["machine-id: \(id.map { "\"\($0)\"" } ?? "missing")"]
    }
}
