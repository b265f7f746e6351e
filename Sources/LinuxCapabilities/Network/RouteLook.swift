import Capabilities
import LinuxSystem
import Procedures

/// Asks the routing tables for the way to an address.
struct RouteLook {
    private let text: String
    private let subject: NetworkSubject

    init(_ text: String, _ subject: NetworkSubject) {
        self.text = text
        self.subject = subject
    }

    func status() async throws -> NetworkReachabilityStatus {
        let address = try IPAddress(text)
        var found: Route?
        // A rule may be for some users: there must be a way for each of them.
        for user in subject.senders {
            switch try await subject.network.route(to: address, forUser: user) {
            case .route(let route): found = found ?? route
            case .none(let code): return status(refusedBy: code)
            }
        }
        guard let found else { return NetworkReachabilityStatus(verdict: .undetermined([])) }
        let evidence = Evidence(text, facts: found.facts, question: "route", holds: true)
        let reason = Reason("routed", text, found.message, evidence: [evidence])
        return NetworkReachabilityStatus(verdict: .authorized([reason]))
    }

    private func status(refusedBy code: Int32) -> NetworkReachabilityStatus {
        let error = "\(errorText(code)) (\(errorName(code)))"
        let message =
            switch code {
            case Errno.ENETUNREACH: "no route leads there: \(error)"
            case Errno.EINVAL: "a route drops what goes there: \(error)"
            default: "refused by a route: \(error)"
            }
        let evidence = Evidence(text, question: "route", finding: message, holds: false)
        let reason = Reason("no-route", text, message, evidence: [evidence])
        return NetworkReachabilityStatus(
            verdict: .denied([reason]),
            error: code,
            awaiting: .network
        )
    }
}

extension Route {
    fileprivate var message: String {
        if isLocal { return "is this host's own" }
        return "by \(interface)" + (gateway.map { " through \($0)" } ?? "")
            + (source.map { ", from \($0)" } ?? "")
    }

    /// As `ip route get` prints them.
    fileprivate var facts: String {
        (gateway.map { "via \($0) " } ?? "") + "dev \(interface)"
            + (source.map { " src \($0)" } ?? "")
    }
}
