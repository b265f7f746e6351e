import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

extension FactReader {
    private static let refusals: [(word: String, code: Int32)] = [
        ("none", Errno.ENETUNREACH), ("unreachable", Errno.EHOSTUNREACH),
        ("prohibit", Errno.EACCES), ("blackhole", Errno.EINVAL),
    ]

    /// `local`, a word of ip-route(8) that refuses, or `dev eth0 via 192.0.2.1 src 192.0.2.7`.
    func readRoute(_ entry: Node.Entry) throws(Diagnostic) {
        let address = try Self.address(entry.key)
        let text = try entry.value.text(of: entry.key.value)
        if let refusal = Self.refusals.first(where: { $0.word == text.value }) {
            facts.network.routes[address] = RouteAnswer.none(refusal.code)
            return
        }
        guard text.value != "local" else {
            facts.network.routes[address] = .route(Route(isLocal: true, interface: "lo"))
            return
        }
        facts.network.routes[address] = .route(try Self.route(text))
    }

    private static func route(_ text: Located<String>) throws(Diagnostic) -> Route {
        let words = text.value.split(separator: " ").map(String.init)
        var values: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            values[words[index]] = words[index + 1]
        }
        let isKnown = values.keys.allSatisfy { ["dev", "via", "src"].contains($0) }
        guard let interface = values["dev"], isKnown, words.count == values.count * 2 else {
            let known = refusals.map(\.word).joined(separator: "`, `")
            let help = "write `dev eth0 via 192.0.2.1 src 192.0.2.7`, `local`, `\(known)`"
            throw .invalidFact(text, "is no route", help: help)
        }
        var ends: [String: IPAddress] = [:]
        for word in ["via", "src"] {
            guard let value = values[word] else { continue }
            ends[word] = try address(Located(value, at: text.location))
        }
        return Route(interface: interface, gateway: ends["via"], source: ends["src"])
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
