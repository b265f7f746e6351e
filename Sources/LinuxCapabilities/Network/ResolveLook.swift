import Capabilities
import LinuxSystem
import Procedures

/// Asks the resolver for the addresses of a name.
struct ResolveLook {
    private let name: String
    private let host: Host

    init(_ name: String, _ host: Host) {
        self.name = name
        self.host = host
    }

    func verdict() async throws -> Verdict {
        Self.verdict(try await host.network.addresses(of: try RemoteHost(name)), name)
    }

    static func verdict(_ resolution: Resolution, _ name: String) -> Verdict {
        switch resolution {
        case .addresses(let found):
            let evidence = found.map { Evidence("\($0)", holds: true) }
            let list = found.prefix(3).map { "\($0)" }.joined(separator: ", ")
            let more = found.count > 3 ? " and \(found.count - 3) more" : ""
            return .authorized([Reason("resolved", name, "is \(list)\(more)", evidence: evidence)])
        case .notFound(let code):
            return .denied([Reason("name-not-found", name, "does not resolve: \(code)")])
        case .noAnswer(let code):
            return .undetermined([
                Reason("resolver-failed", name, "the resolver gave no answer: \(code)")
            ])
        }
    }
}
