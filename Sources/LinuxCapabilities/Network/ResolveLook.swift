import Capabilities
import LinuxSystem
import Procedures
import ServiceModel

/// Asks the resolver for the addresses of a name.
struct ResolveLook {
    private let name: String
    private let subject: NetworkSubject

    init(_ name: String, _ subject: NetworkSubject) {
        self.name = name
        self.subject = subject
    }

    func status() async throws -> NetworkReachabilityStatus {
        let status = Self.status(try await addresses(), name, subject)
        guard case .name = try RemoteHost(name) else { return status }
        return subject.settled(status, .resolving, on: name)
    }

    static func status(
        _ found: Result<Resolution, Unknown>,
        _ name: String,
        _ subject: NetworkSubject? = nil
    ) -> NetworkReachabilityStatus {
        switch found {
        case .success(let resolution):
            let verdict = verdict(resolution, name, subject)
            // A name server does not announce new addresses.
            return NetworkReachabilityStatus(
                verdict: verdict,
                awaiting: verdict.isAuthorized ? nil : .peer
            )
        case .failure(let unknown):
            return NetworkReachabilityStatus(verdict: .undetermined([unknown.reason]))
        }
    }

    /// The reason why a name cannot be resolved in place of a subject.
    struct Unknown: Error { let reason: Reason }

    /// Returns the addresses that the subject's programs would find: over its network, with the files that it sees.
    func addresses() async throws -> Result<Resolution, Unknown> {
        let host = try RemoteHost(name)
        if case .name = host, !subject.seesOurMounts {
            let message =
                "resolved by the files that \(subject.name ?? "") sees, which are of other mounts than ours"
            return .failure(Unknown(reason: Reason(.resolverElsewhere, name, message)))
        }
        return .success(try await subject.network.addresses(of: host))
    }

    private static func verdict(
        _ resolution: Resolution,
        _ name: String,
        _ subject: NetworkSubject?
    ) -> Verdict {
        switch resolution {
        case .addresses(let found):
            let evidence = found.map { Evidence("\($0)", holds: true) }
            let list = found.prefix(3).map { "\($0)" }.joined(separator: ", ")
            let more = found.count > 3 ? " and \(found.count - 3) more" : ""
            let message = "is \(list)\(more)\(subject?.inItsPlace ?? "")"
            let reason = Reason(.resolved, name, message, evidence: evidence)
            return .authorized([reason.assuming(subject?.askedInItsPlace ?? [])])
        case .notFound(let code):
            return .denied([Reason(.nameNotFound, name, "does not resolve: \(code)")])
        case .noAnswer(let code):
            return .undetermined([
                Reason(.resolverFailed, name, "the resolver gave no answer: \(code)")
            ])
        }
    }
}
