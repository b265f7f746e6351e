import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Ports, and the sockets that hold them.
///
/// A port is `free`, or its holder is `self`, a unit, a container, a process number, or a user. A user without a name is `{ uid:
/// 1234 }`.
enum PortCodec: FactCodec {
    static let keys = ["ports"]

    static func schema(of key: String) -> SchemaValue {
        let user = FactSchema.mapping(
            [("uid", ["type": ["integer", "string"]])])
        return FactSchema.named(
            ["anyOf": [FactSchema.anyText, user]],
            "tcp:80, udp:127.0.0.1:53 or unix:/run/x.sock: free, or its holder"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "ports") { entry throws(Diagnostic) in
            switch try AddressCodec.endpoint(entry.key).form {
            case .tcp(let host, let number): try hold(.tcp, host, number, by: entry, in: reader)
            case .udp(let host, let number): try hold(.udp, host, number, by: entry, in: reader)
            case .unix(let path) where entry.value.word != "free":
                let holder = try entry.value.text(of: entry.key.value)
                guard let pid = try process(holder, in: reader) else {
                    let help = "write a unit, a container, or the number of a process"
                    throw .invalidFact(holder, "is no process that could hold it", help: help)
                }
                reader.facts.network.unixHolders[path] = pid
            case .unix, .abstract, .invalid:
                let help = "describe the file, under `files`"
                throw .invalidFact(entry.key, "is no port", help: help)
            }
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let network = writer.facts.network
        let owners = ProcessOwners(writer.facts)
        let ports = network.ports.flatMap { port, holders -> [(key: String, value: String)] in
            let unconnected = holders.filter { !$0.isConnected }
            guard !unconnected.isEmpty else {
                return [("\(port.transport):\(port.number)", "free")]
            }
            return unconnected.map { (Self.name(of: $0), holder(of: $0, owners, by: writer)) }
        }
        let sockets = network.unixHolders.map { path, pid in
            let owner = isDescribed(pid, in: writer.facts) ? owners[pid] : nil
            return (key: "unix:\(path)", value: (owner ?? "\(pid)").inYAML)
        }
        return writer.section("ports", writer.entries(ports + sockets) { $0 })
    }

    /// Returns the key of the port that a socket holds.
    static func name(of socket: PortSocket) -> String {
        let end = "\(SocketAddress.ip(socket.address, port: socket.port))"
        return "\(socket.transport):\(socket.address == .anyIPv4 ? "\(socket.port)" : end)"
    }

    private static func hold(
        _ transport: Transport,
        _ host: String?,
        _ number: UInt16,
        by entry: Node.Entry,
        in reader: FactReader
    ) throws(Diagnostic) {
        let port = HostFacts.Network.Port(transport, number)
        var holders = reader.facts.network.ports[port] ?? []
        if entry.value.word != "free" {
            let host = host.map { Located($0, at: entry.key.location) }
            let inode = reader.newSocket()
            holders.append(
                PortSocket(
                    transport: transport,
                    address: try host.map(AddressCodec.address) ?? .anyIPv4,
                    port: number,
                    state: transport == .tcp ? .listening : .unconnected,
                    uid: try owner(of: inode, entry, in: reader),
                    inode: inode
                )
            )
        }
        reader.facts.network.ports[port] = holders
    }

    private static func owner(
        of inode: UInt32,
        _ entry: Node.Entry,
        in reader: FactReader
    ) throws(Diagnostic) -> UInt32 {
        if case .mapping = entry.value.kind { return try numberedUser(entry, in: reader) }
        let holder = try entry.value.text(of: entry.key.value)
        if holder.value == "self" {
            reader.facts.network.sockets[nil, default: []].insert(inode)
            return reader.facts.own?.user.effective ?? 0
        }
        guard let pid = try process(holder, in: reader) else {
            if let user = reader.known(user: holder.value) { return user }
            let help =
                holder.value.contains(".")
                ? "describe the unit under `units`, with its `process`"
                : "write `free`, `self`, a unit, a container, a user, or the number of a process"
            throw .invalidFact(holder, "holds the port, but no fact describes it", help: help)
        }
        guard let main = reader.facts.processes[pid]?.threads.first else {
            let help = "describe it under `processes`, or write `{ uid: \(pid) }` for a user"
            throw .invalidFact(holder, "is a process that no fact describes", help: help)
        }
        reader.facts.network.sockets[pid, default: []].insert(inode)
        return main.user.effective
    }

    private static func numberedUser(
        _ entry: Node.Entry,
        in reader: FactReader
    ) throws(Diagnostic) -> UInt32 {
        let help = "write `{ uid: … }`"
        let owner = "the holder of \(entry.key.value.quoted)"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: ["uid"], to: reader.problems)
        guard let number = fields["uid"] else {
            throw .invalidFact(entry.key, "has a holder without `uid`", help: help)
        }
        return try AccountCodec.id(number, of: "uid")
    }

    /// Returns nil if the text names no process, unit or container.
    private static func process(
        _ holder: Located<String>,
        in reader: FactReader
    ) throws(Diagnostic) -> Int32? {
        if let pid = Int32(holder.value), pid > 0 { return pid }
        if let unit = reader.facts.units[holder.value] {
            guard let pid = unit.mainPID else {
                throw .invalidFact(holder, "has no process", help: "write `process: …` of the unit")
            }
            return pid
        }
        guard let container = reader.facts.containers[holder.value] else { return nil }
        guard case .started(let pid, _)? = container else {
            throw .invalidFact(
                holder,
                "has no process",
                help: "write `{ user: … }` of the container"
            )
        }
        return pid
    }

    private static func holder(
        of socket: PortSocket,
        _ owners: ProcessOwners,
        by writer: FactWriter
    ) -> String {
        let facts = writer.facts
        let sockets = facts.network.sockets.filter { $0.value.contains(socket.inode) }
        if sockets[nil] != nil { return "self" }
        let described = sockets.keys.compactMap(\.self).filter { isDescribed($0, in: facts) }
        if let pid = described.min() { return (owners[pid] ?? "\(pid)").inYAML }
        let name = writer.user(socket.uid)
        // A name that the reader takes for something else cannot name a user here.
        let isName =
            Int64(name) == nil && !["free", "self"].contains(name) && facts.units[name] == nil
            && facts.containers[name] == nil
        return isName ? name.inYAML : "{ uid: \(socket.uid) }"
    }

    /// Returns whether the facts contain the credentials of the process.
    private static func isDescribed(_ pid: Int32, in facts: HostFacts) -> Bool {
        facts.processes[pid]?.threads.isEmpty == false
    }
}
