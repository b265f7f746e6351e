import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `connect: tcp:HOST:PORT`, `udp:…`, `unix:/path`, `unix:@name`.
    static let connect = network("connect") { endpoint, subject in
        NetworkReachability(.connect, to: endpoint, as: subject)
    }

    /// `bind: tcp:PORT`, `tcp:ADDRESS:PORT`, `udp:…`, `unix:/path`.
    static let bind = network("bind") { endpoint, subject in
        NetworkReachability(.bind, to: endpoint, as: subject)
    }

    /// `resolve: HOST`.
    static let resolve = Word(Vocabulary.Word("resolve")) { use, subject throws(Diagnostic) in
        let capability = NetworkReachability(.resolve, use.value.value, as: subject)
        try refuseInvalid(capability, use)
        return capability
    }

    /// `route: ADDRESS`.
    static let route = Word(Vocabulary.Word("route")) { use, subject throws(Diagnostic) in
        let capability = NetworkReachability(.route, to: use.value.value, as: subject)
        try refuseInvalid(capability, use)
        return capability
    }

    private static func network(
        _ name: String,
        _ capability: @escaping @Sendable (Endpoint, Subject) -> NetworkReachability
    ) -> Word {
        Word(Vocabulary.Word(name)) { use, subject throws(Diagnostic) in
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
