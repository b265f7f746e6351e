import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The process that asks, and other processes by number.
enum ProcessCodec: FactCodec {
    static let keys = ["self", "processes"]

    static func schema(of key: String) -> SchemaValue {
        let process: SchemaValue = ["$ref": "#/definitions/process"]
        return key == "self"
            ? FactSchema.orUnknown(process)
                .preceded(by: [("description", "this process: a user, or a mapping")])
            : FactSchema.named(process, "other processes by their numbers")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        if let node = fields["self"], !node.isForgotten {
            reader.facts.own = reader.problems.keep(
                try CredentialCodec.read(node, thread: 1, into: reader)
            )
        }
        reader.each(in: fields, "processes") { entry throws(Diagnostic) in
            guard let pid = Int32(entry.key.value), pid > 0 else {
                let help = "write a number above zero"
                throw .invalidFact(entry.key, "is not the number of a process", help: help)
            }
            let main = try CredentialCodec.read(entry.value, thread: pid, into: reader)
            reader.facts.processes[pid] = ProcessFacts(describing: main)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let own = writer.facts.own.map { CredentialCodec.lines($0, by: writer) } ?? []
        let owners = ProcessOwners(writer.facts)
        let others = writer.facts.processes.filter { !owners.contains($0.value) }
            .sorted { $0.key < $1.key }
            .flatMap { pid, found in
                found.threads.first.map { main in
                    writer.section("\(pid)", CredentialCodec.lines(main, by: writer))
                } ?? []
            }
        return writer.section("self", own) + writer.section("processes", others)
    }
}

extension ProcessFacts {
    /// Describes a process with one thread.
    init(describing main: ThreadCredentials, in group: String? = nil) {
        self.init(
            pid: main.thread,
            threads: [main],
            namespaces: .success(.all(1)),
            controlGroups: group.map { [$0] } ?? []
        )
    }
}
