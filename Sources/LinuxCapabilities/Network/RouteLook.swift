import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Asks the routing tables for a route to an address.
struct RouteLook {
    private let text: String
    private let subject: NetworkSubject

    init(_ text: String, _ subject: NetworkSubject) {
        self.text = text
        self.subject = subject
    }

    func status() async throws -> NetworkReachabilityStatus {
        let address = try IPAddress(text)
        let status = try await status(to: address)
        return subject.settled(status, .connecting([address.family]), on: text)
    }

    private func status(to address: IPAddress) async throws -> NetworkReachabilityStatus {
        // A rule may apply only to some users. There must be a route for each sender.
        var found: [NetworkReachabilityStatus] = []
        for user in try subject.senders() {
            let answer = try await subject.network.route(to: address, forUser: user)
            found.append(status(answer, to: address))
        }
        guard let refused = found.first(where: { !$0.verdict.isAuthorized }) else {
            return found[0]
        }
        guard case .denied = refused.verdict else { return refused }
        let rules = try await subject.network.routingRules()
        if rules.tellPacketsApart { return NetworkReachabilityStatus(verdict: otherPackets) }
        // Without a rule for some users, no user has a route.
        guard !rules.userRanges.isEmpty else { return refused }
        let verdict = Verdict.of(
            subject.subject,
            try subject.everyone(),
            found.map(\.verdict),
            reach: try await reach(to: address)
        )
        return NetworkReachabilityStatus(
            verdict: verdict,
            error: refused.error,
            awaiting: .network
        )
    }

    private var otherPackets: Verdict {
        let message =
            "no route leads there for a datagram of UDP; for other packets that is not known, since a rule of routing "
            + "asks for the protocol, the ports, the source or the like"
        return .undetermined([Reason(.routingRules, text, message)])
    }

    /// Returns whether each thread could by itself become a user who has a route.
    private func reach(to address: IPAddress) async throws -> [ReachFinding] {
        let within = try subject.usersWithinReach()
        var routed: Set<UInt32> = []
        for user in Set(within.flatMap { $0.known }) {
            let answer = try await subject.network.route(to: address, forUser: user)
            if status(answer, to: address).verdict.isAuthorized { routed.insert(user) }
        }
        let found = try subject.reach(for: .setuid) { routed.contains($0.user.fileSystem) }
        return zip(within, found).map { users, one in
            guard users.isAny, case .no = one.found else { return one }
            let doubt = "CAP_SETUID is within reach, and routes may differ by user"
            return ReachFinding(one.who, .unknown(doubt))
        }
    }

    private func status(
        _ answer: RouteAnswer,
        to address: IPAddress
    ) -> NetworkReachabilityStatus {
        switch answer {
        case .none(let code): return status(refusedBy: code)
        case .route(let route):
            // The kernel leaves it out if it finds none, for example while its only address is tentative.
            if case .ipv6 = address.unmapped, route.source == nil {
                let message =
                    "\(route.message), but the kernel names no address that packets would come from"
                return NetworkReachabilityStatus(
                    verdict: .undetermined([Reason(.notKnown, text, message)])
                )
            }
            let evidence = Evidence(text, facts: route.facts, question: "route", holds: true)
            let reason = Reason(.routed, text, route.message, evidence: [evidence])
            return NetworkReachabilityStatus(verdict: .authorized([reason]))
        }
    }

    private func status(refusedBy code: Errno) -> NetworkReachabilityStatus {
        let error = "\(code.explanation)"
        let message =
            switch code {
            case .ENETUNREACH: "no route leads there: \(error)"
            case .EINVAL: "a route drops what goes there: \(error)"
            default: "refused by a route: \(error)"
            }
        let evidence = Evidence(text, question: "route", finding: message, holds: false)
        let reason = Reason(.noRoute, text, message, evidence: [evidence])
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

    /// The route as `ip route get` prints it.
    fileprivate var facts: String {
        (gateway.map { "via \($0) " } ?? "") + "dev \(interface)"
            + (source.map { " src \($0)" } ?? "")
    }
}
