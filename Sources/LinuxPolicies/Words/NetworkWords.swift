import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `connect: tcp:HOST:PORT`, `udp:…`, `unix:/path`, `unix:@name`.
    static func connect(on host: Host) -> Word {
        network(
            "connect",
            "A connection can be made: tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path, unix:@name.",
            .peer
        ) { endpoint, subject in
            NetworkReachability(.connect, to: endpoint, as: subject, on: host)
        }
    }

    /// `bind: tcp:PORT`, `tcp:ADDRESS:PORT`, `udp:…`, `unix:/path`.
    static func bind(on host: Host) -> Word {
        network(
            "bind",
            "A socket can be bound: tcp:PORT (any address), tcp:ADDRESS:PORT, udp:…, unix:/path.",
            .ownEndpoint
        ) { endpoint, subject in
            NetworkReachability(.bind, to: endpoint, as: subject, on: host)
        }
    }

    /// `resolve: HOST`.
    static func resolve(on host: Host) -> Word {
        let form = Vocabulary.Word("resolve", "The name of a host has an address.")
        return Word(form) { use, subject throws(Diagnostic) in
            let capability = NetworkReachability(.resolve, use.value.value, as: subject, on: host)
            try refuseInvalid(capability, use)
            return capability
        }
    }

    /// `route: ADDRESS`.
    static func route(on host: Host) -> Word {
        let form = Vocabulary.Word("route", "Packets to a numeric address have a way.")
        return Word(form) { use, subject throws(Diagnostic) in
            let address = use.value.value
            let capability = NetworkReachability(.route, to: address, as: subject, on: host)
            try refuseInvalid(capability, use)
            return capability
        }
    }

    private static func network(
        _ name: String,
        _ summary: String,
        _ form: TextForm,
        _ capability: @escaping @Sendable (Endpoint, Subject) -> NetworkReachability
    ) -> Word {
        Word(Vocabulary.Word(name, summary, form: form)) { use, subject throws(Diagnostic) in
            do throws(InvalidEndpoint) {
                let endpoint = try Endpoint(use.value.value)
                let bound = capability(endpoint, subject)
                if let invalid = bound.invalid { throw invalid }
                return bound
            } catch {
                throw invalidEndpoint(error, use)
            }
        }
    }

    private static func refuseInvalid(
        _ capability: NetworkReachability,
        _ use: WordUse
    ) throws(Diagnostic) {
        if let invalid = capability.invalid { throw invalidEndpoint(invalid, use) }
    }

    private static func invalidEndpoint(_ error: InvalidEndpoint, _ use: WordUse) -> Diagnostic {
        Diagnostic(
            "invalid-endpoint",
            at: use.value.location,
            "\(error.text.quoted) \(error.problem)",
            help: error.help
        )
    }
}
