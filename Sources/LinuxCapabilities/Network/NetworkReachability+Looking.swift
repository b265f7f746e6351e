import Capabilities
import LinuxSystem
import Procedures

extension NetworkReachability {
    /// - Parameter binding: Whether to bind for those who use the socket then.
    func looked(binding: Bool) async throws -> Look<NetworkReachability> {
        if let invalid {
            let reason = Reason(
                "invalid-endpoint",
                invalid.text,
                "\(invalid.problem); \(invalid.help)"
            )
            return Look(NetworkReachabilityStatus(verdict: .undetermined([reason])))
        }
        guard subject != .current else {
            return try await look(for: NetworkSubject(subject, on: host), binding: binding)
        }
        switch try await host.identity(of: subject) {
        case .known(let identity):
            let status = try await status(for: identity)
            guard case .denied = status.verdict else { return Look(status) }
            let (doubt, whole) = try await host.doubt(ofDenied: subject, identity) {
                try await self.status(for: $0).verdict
            }
            if let doubt { return Look(NetworkReachabilityStatus(verdict: doubt)) }
            return Look(whole == identity ? status : try await self.status(for: whole))
        case .unknown(let reason):
            return Look(NetworkReachabilityStatus(verdict: .undetermined([reason])))
        }
    }

    /// Looks in the place of subjects who are not this process, whoever they are: for a batch.
    package func statusInPlaceOfOthers() async throws -> NetworkReachabilityStatus {
        guard invalid == nil else { return try await authorizationStatus() }
        return try await look(for: .others(on: host), binding: false).status
    }

    private func look(
        for subject: NetworkSubject,
        binding: Bool
    ) async throws -> Look<NetworkReachability> {
        switch question {
        case .connect(let endpoint): return try await ConnectLook(endpoint, subject).look()
        case .bind(let endpoint):
            return try await BindLook(endpoint, subject, raising: raised).look(binding: binding)
        case .resolve(let name): return Look(try await ResolveLook(name, subject).status())
        case .route(let address): return Look(try await RouteLook(address, subject).status())
        }
    }

    /// Looks in the place of somebody else, who has to be the same afterwards.
    private func status(for identity: SubjectIdentity) async throws -> NetworkReachabilityStatus {
        let other = NetworkSubject(subject, on: host, identity)
        if let reason = notJudged(for: other) {
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        return try await other.whileTheSame {
            try await look(for: other, binding: false).status
        } otherwise: {
            NetworkReachabilityStatus(verdict: .undetermined([$0]))
        }
    }

    /// What only the subject itself can see.
    private func notJudged(for other: NetworkSubject) -> Reason? {
        if case .resolve = question { return nil }
        guard object.contains("%"), !other.isOnOurNetwork else { return nil }
        let message = "names an interface, which is another one on the network of \(subject)"
        return Reason("interface-elsewhere", object, message)
    }
}
