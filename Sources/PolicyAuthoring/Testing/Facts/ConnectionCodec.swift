import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The outcome of connecting to each endpoint.
enum ConnectionCodec: FactCodec {
    static let keys = ["connections"]

    private static let outcomes: [(word: String, outcome: ConnectOutcome)] = [
        ("answers", .connected), ("refused", .refused(.ECONNREFUSED)),
        ("unreachable", .unreachable(.ENETUNREACH)),
        ("not-permitted", .notPermitted(.EACCES)), ("missing", .missing(.ENOENT)),
        ("silent", .timedOut),
    ]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.named(
            FactSchema.words(outcomes.map(\.word)),
            "the result of connecting to each endpoint"
        )
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "connections") { entry throws(Diagnostic) in
            let peer = try peer(entry.key)
            let text = try entry.value.text(of: entry.key.value)
            guard let outcome = outcomes.first(where: { $0.word == text.value })?.outcome else {
                throw .unknownValue(text, of: "connections", known: outcomes.map(\.word))
            }
            reader.facts.network.peers[peer] = outcome
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let peers = writer.facts.network.peers.map { (key: "\($0)", value: $1) }
        return writer.section("connections", writer.entries(peers, word))
    }

    /// Returns the word for an outcome. All errno values of one kind have the same word.
    private static func word(_ outcome: ConnectOutcome) -> String {
        switch outcome {
        case .connected: "answers"
        case .refused: "refused"
        case .unreachable: "unreachable"
        case .notPermitted: "not-permitted"
        case .missing: "missing"
        case .timedOut: "silent"
        }
    }

    private static func peer(_ key: Located<String>) throws(Diagnostic) -> HostFacts.Network.Peer {
        let place = key.location
        do {
            switch try AddressCodec.endpoint(key).form {
            case .tcp(let host?, let port):
                let address = try AddressCodec.address(Located(host, at: place))
                return .init(.tcp, .ip(address, port: port))
            case .udp(let host?, let port):
                let address = try AddressCodec.address(Located(host, at: place))
                return .init(.udp, .ip(address, port: port))
            case .unix(let path): return .init(.tcp, try .unix(path: path))
            case .abstract(let name): return .init(.tcp, try .unix(abstract: name))
            case .tcp, .udp, .invalid: throw notPeer(key)
            }
        } catch let error as Diagnostic { throw error } catch { throw notPeer(key) }
    }

    private static func notPeer(_ key: Located<String>) -> Diagnostic {
        let help = "write `tcp:127.0.0.1:80` or `unix:/run/app.sock`"
        return .invalidFact(key, "is nothing to connect to", help: help)
    }
}
