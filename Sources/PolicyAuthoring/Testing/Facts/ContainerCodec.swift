import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Containers: `stopped`, `missing`, or the first process of a container that runs.
enum ContainerCodec: FactCodec {
    static let keys = ["containers"]

    private static let states = ["missing", "stopped"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.named(
            ["anyOf": [FactSchema.words(states), CredentialCodec.mapping]],
            "the first process of each container; or stopped, or missing"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "containers") { entry throws(Diagnostic) in
            let name = try name(entry.key)
            reader.facts.containers[name] = try container(name, entry.value, reader)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let lines = writer.facts.containers.sorted { $0.key < $1.key }.flatMap { name, found in
            let key = name.inYAML
            guard let found else { return ["\(key): missing"] }
            guard case .started(let pid, _) = found else { return ["\(key): stopped"] }
            // A process that could not be read is no fact.
            let main = writer.facts.processes[pid]?.threads.first
            return writer.section(key, main.map { CredentialCodec.lines($0, by: writer) } ?? [])
        }
        return writer.section("containers", lines)
    }

    /// A question may name the runtime too. It finds the container by its name.
    private static func name(_ key: Located<String>) throws(Diagnostic) -> String {
        do throws(ContainerName.Fault) {
            let name = try ContainerName(key.value)
            if name.runtime == nil, name.namespace == nil { return name.text }
        } catch {
            throw Diagnostic(
                "invalid-fact",
                at: key.location,
                "\(key.value.quoted) \(error.problem)"
            )
        }
        throw .invalidFact(key, "has a runtime or a namespace", help: "write its name alone")
    }

    private static func container(
        _ name: String,
        _ node: Node,
        _ reader: FactReader
    ) throws(Diagnostic) -> ContainerProcess? {
        guard case .mapping = node.kind else {
            let text = try node.text(of: name)
            switch text.value {
            case "missing": return nil
            case "stopped": return .absent("is not running")
            default:
                let help = "write `stopped`, `missing`, or its first process as `{ user: … }`"
                throw .invalidFact(text, "is no state of a container", help: help)
            }
        }
        let pid = try reader.addProcess(node, in: "/\(name)")
        return .started(pid: pid, .controlGroup(id: name))
    }
}
