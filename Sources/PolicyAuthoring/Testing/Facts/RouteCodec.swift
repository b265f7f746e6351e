import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// The route to each address: `local`, a word of ip-route(8) that refuses, or `dev eth0 via 192.0.2.1 src 192.0.2.7`.
enum RouteCodec: FactCodec {
    static let keys = ["routes"]

    private static let refusals: [(word: String, code: Errno)] = [
        ("none", .ENETUNREACH), ("unreachable", .EHOSTUNREACH),
        ("prohibit", .EACCES), ("blackhole", .EINVAL),
    ]

    static func schema(of key: String) -> SchemaValue {
        let refusals = refusals.map(\.word).joined(separator: "|")
        let route = FactSchema.text(
            matching: "local|unknown|\(refusals)|(?:[\\s\\S]* )?dev [\\s\\S]*",
            "such as `dev eth0 via 192.0.2.1`"
        )
        return FactSchema.named(route, "the route to each address")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "routes") { entry throws(Diagnostic) in
            let address = try AddressCodec.address(entry.key)
            let text = try entry.value.text(of: entry.key.value)
            reader.facts.network.routes[address] = try answer(text)
        }
    }

    static func lines(by writer: FactWriter) -> [String] {
        let routes = writer.facts.network.routes.map { (key: "\($0)", value: $1) }
        return writer.section("routes", writer.entries(routes, text))
    }

    private static func answer(_ text: Located<String>) throws(Diagnostic) -> RouteAnswer {
        if let refusal = refusals.first(where: { $0.word == text.value }) {
            return .none(refusal.code)
        }
        if text.value == "local" { return .route(Route(isLocal: true, interface: "lo")) }
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
            ends[word] = try AddressCodec.address(Located(value, at: text.location))
        }
        return .route(Route(interface: interface, gateway: ends["via"], source: ends["src"]))
    }

    private static func text(_ answer: RouteAnswer) -> String {
        switch answer {
        case .none(let code): refusals.first { $0.code == code }?.word ?? "none"
        case .route(let route) where route.isLocal: "local"
        case .route(let route):
            "dev \(route.interface)" + (route.gateway.map { " via \($0)" } ?? "")
                + (route.source.map { " src \($0)" } ?? "")
        }
    }
}
