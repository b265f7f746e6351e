import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

// The network: who listens, who answers, what names mean.
extension FactReader {
    func readNetwork(_ fields: Fields) {
        each(in: fields, "ports") { entry throws(Diagnostic) in try readPort(entry) }
        each(in: fields, "connections") { entry throws(Diagnostic) in try readPeer(entry) }
        each(in: fields, "names") { entry throws(Diagnostic) in try readName(entry) }
        each(in: fields, "routes") { entry throws(Diagnostic) in try readRoute(entry) }
        guard let node = fields["addresses"], !node.isForgotten else { return }
        var all: Set<IPAddress> = []
        for text in problems.keep(try node.words(of: "addresses")) ?? [] {
            if let address = problems.keep(try Self.address(text)) { all.insert(address) }
        }
        facts.network.addresses = all
    }

    private func readPort(_ entry: Node.Entry) throws(Diagnostic) {
        switch try Self.endpoint(entry.key).form {
        case .tcp(let host, let number): try hold(.tcp, host, number, by: entry)
        case .udp(let host, let number): try hold(.udp, host, number, by: entry)
        case .unix(let path) where entry.value.word != "free":
            let holder = try entry.value.text(of: entry.key.value)
            guard let pid = try process(holder) else {
                let help = "write a unit, or the number of a process"
                throw .invalidFact(holder, "is no process that could hold it", help: help)
            }
            facts.network.unixHolders[path] = pid
        case .unix, .abstract, .invalid:
            let help = "tell of the file, under `files`"
            throw .invalidFact(entry.key, "is no port", help: help)
        }
    }

    /// `free`, or who holds it: `self`, a unit, a process by its number, or a user; one without a name is
    /// `{ uid: 1234 }`.
    private func hold(
        _ transport: Transport,
        _ host: String?,
        _ number: UInt16,
        by entry: Node.Entry
    ) throws(Diagnostic) {
        let port = HostFacts.Network.Port(transport, number)
        var holders = facts.network.ports[port] ?? []
        if entry.value.word != "free" {
            let host = host.map { Located($0, at: entry.key.location) }
            let inode = newSocket()
            holders.append(
                PortSocket(
                    transport: transport,
                    address: try host.map(Self.address) ?? .anyIPv4,
                    port: number,
                    state: transport == .tcp ? .listening : .unconnected,
                    uid: try owner(of: inode, entry),
                    inode: inode
                )
            )
        }
        facts.network.ports[port] = holders
    }

    private func owner(of inode: UInt32, _ entry: Node.Entry) throws(Diagnostic) -> UInt32 {
        if case .mapping = entry.value.kind { return try numberedUser(entry) }
        let holder = try entry.value.text(of: entry.key.value)
        if holder.value == "self" {
            facts.network.sockets[nil, default: []].insert(inode)
            return facts.own?.user.effective ?? 0
        }
        guard let pid = try process(holder) else {
            if let user = known(user: holder.value) { return user }
            let help = "write `free`, `self`, a unit, a user or the number of a process"
            throw .invalidFact(holder, "is neither `free` nor told of as who holds it", help: help)
        }
        guard let main = facts.processes[pid]?.threads.first else {
            let help = "tell of it under `processes`, or write `{ uid: \(pid) }` for a user"
            throw .invalidFact(holder, "is a process of which nothing is told", help: help)
        }
        facts.network.sockets[pid, default: []].insert(inode)
        return main.user.effective
    }

    private func numberedUser(_ entry: Node.Entry) throws(Diagnostic) -> UInt32 {
        let help = "write `{ uid: … }`"
        let owner = "the holder of \(entry.key.value.quoted)"
        let fields = try Fields(entry.value, of: owner, help: help)
        fields.reportUnknown(except: ["uid"], to: problems)
        guard let number = fields["uid"] else {
            throw .invalidFact(entry.key, "has a holder without `uid`", help: help)
        }
        return try Self.id(number, of: "uid")
    }

    /// Nil where neither a process nor a unit is named.
    private func process(_ holder: Located<String>) throws(Diagnostic) -> Int32? {
        if let pid = Int32(holder.value), pid > 0 { return pid }
        guard let unit = facts.units[holder.value] else { return nil }
        guard let pid = unit.mainPID else {
            throw .invalidFact(holder, "has no process", help: "write `process: …` of the unit")
        }
        return pid
    }

    private func readPeer(_ entry: Node.Entry) throws(Diagnostic) {
        let place = entry.key.location
        let peer: HostFacts.Network.Peer
        do {
            switch try Self.endpoint(entry.key).form {
            case .tcp(let host?, let port):
                let address = try Self.address(Located(host, at: place))
                peer = .init(.tcp, .ip(address, port: port))
            case .udp(let host?, let port):
                let address = try Self.address(Located(host, at: place))
                peer = .init(.udp, .ip(address, port: port))
            case .unix(let path): peer = .init(.tcp, try .unix(path: path))
            case .abstract(let name): peer = .init(.tcp, try .unix(abstract: name))
            case .tcp, .udp, .invalid: throw Self.noPeer(entry.key)
            }
        } catch let error as Diagnostic { throw error } catch { throw Self.noPeer(entry.key) }
        let text = try entry.value.text(of: entry.key.value)
        guard let outcome = Self.outcomes.first(where: { $0.word == text.value })?.outcome else {
            throw .unknownValue(text, of: "connections", known: Self.outcomes.map(\.word))
        }
        facts.network.peers[peer] = outcome
    }

    private static func noPeer(_ key: Located<String>) -> Diagnostic {
        let help = "write `tcp:127.0.0.1:80` or `unix:/run/app.sock`"
        return .invalidFact(key, "is nothing to connect to", help: help)
    }

    private static let outcomes: [(word: String, outcome: ConnectOutcome)] = [
        ("answers", .connected), ("refused", .refused(Errno.ECONNREFUSED)),
        ("unreachable", .unreachable(Errno.ENETUNREACH)),
        ("not-permitted", .notPermitted(Errno.EACCES)), ("missing", .missing(Errno.ENOENT)),
        ("silent", .timedOut),
    ]

    private func readName(_ entry: Node.Entry) throws(Diagnostic) {
        let name = entry.key.value
        switch entry.value.word {
        case "missing": facts.network.names[name] = .notFound(ResolverCode(-2))
        case "no-answer": facts.network.names[name] = .noAnswer(ResolverCode(-3))
        default:
            var all: [IPAddress] = []
            for text in try entry.value.words(of: name) { all.append(try Self.address(text)) }
            guard !all.isEmpty else {
                let help = "write `missing` for a name that has none"
                throw .invalidFact(entry.key, "has no address", help: help)
            }
            facts.network.names[name] = .addresses(all)
        }
    }
}
