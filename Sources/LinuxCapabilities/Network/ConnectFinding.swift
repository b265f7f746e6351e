import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// The answer of one address.
struct ConnectFinding: Sendable {
    let address: SocketAddress
    /// The attempt; nil if another address answered before it.
    let attempt: ConnectAttempt?

    var isConnected: Bool { attempt?.outcome == .connected }

    /// The change that may help. The network does not announce that a missing host (`EHOSTUNREACH`) appears. For an
    /// address, `EACCES` is a prohibit route.
    var awaited: NetworkReachabilityStatus.Awaited? {
        switch (attempt?.outcome, address) {
        case (.unreachable(.EHOSTUNREACH), _), (.refused, _), (.missing, _), (.timedOut, _):
            .peer
        case (.unreachable, _), (.notPermitted(.EACCES), .ip): .network
        case (.connected, _), (.notPermitted, _), (nil, _): nil
        }
    }

    var evidence: Evidence {
        guard let attempt else {
            return Evidence("\(address)", question: "connect", finding: "no answer yet")
        }
        let finding = message(attempt.outcome)
        return Evidence("\(address)", question: "connect", finding: finding, holds: isConnected)
    }

    func verdict(_ endpoint: Endpoint, for subject: NetworkSubject) async throws -> Verdict {
        guard let attempt else { return .undetermined([]) }
        let outcome = attempt.outcome
        func reason(_ addition: String = "") -> Reason {
            Reason(
                code(outcome),
                endpoint.text,
                message(outcome) + addition,
                cause: outcome.cause,
                evidence: attempt.peer.map { [$0.evidence] } ?? []
            )
        }
        let routesByUser = "\(subject.inItsPlace), whose routes may differ by user"
        switch outcome {
        case .connected:
            if subject.isInPlaceOfOthers,
                try await subject.mayHaveOtherRoutes(to: address, afterChanges: false)
            {
                return .undetermined([reason(routesByUser)])
            }
            return .authorized([reason(subject.inItsPlace).assuming(subject.askedInItsPlace)])
        case .timedOut: return .undetermined([reason()])
        // Routes, packet filters and security modules may decide by the user.
        case .notPermitted where subject.isInPlaceOfOthers:
            return .undetermined([reason(subject.inItsPlace)])
        case .notPermitted, .refused, .unreachable, .missing:
            if try await subject.mayHaveOtherRoutes(to: address, afterChanges: true) {
                let who =
                    subject.isInPlaceOfOthers
                    ? routesByUser
                    : "; another user, whom it can become, may have another route"
                return .undetermined([reason(who)])
            }
            guard isUnexplained(outcome) || subject.isInPlaceOfOthers, let code = outcome.error
            else { return .denied([reason()]) }
            return subject.host.verdict(ofUnexplained: code, reason())
        }
    }

    private func message(_ outcome: ConnectOutcome) -> String {
        switch outcome {
        case .connected: "\(address) answers"
        case .refused: "refused; nothing listens there"
        case .unreachable(let code): "unreachable: \(code.explanation)"
        case .notPermitted(let code) where isByPacketFilter(outcome):
            "refused by a packet filter: \(code.explanation)"
        case .notPermitted(let code): "not permitted: \(code.explanation)"
        case .missing: "does not exist"
        case .timedOut: "no answer before the system gave up"
        }
    }
}

extension ConnectFinding {
    private func code(_ outcome: ConnectOutcome) -> ReasonCode {
        switch outcome {
        case .connected: .connected
        case .refused: .connectionRefused
        case .unreachable: .unreachable
        case .notPermitted where isByPacketFilter(outcome): .packetFilter
        case .notPermitted: .connectionNotPermitted
        case .missing: .missing
        case .timedOut: .timedOut
        }
    }

    /// Returns whether no rule explains the error, which may then come from a seccomp filter of this process.
    private func isUnexplained(_ outcome: ConnectOutcome) -> Bool {
        switch outcome {
        case .notPermitted, .unreachable(.EAFNOSUPPORT): true
        case .connected, .refused, .unreachable, .missing, .timedOut: false
        }
    }

    /// Returns whether nftables(8) or the like dropped the packet; see `EPERM` in connect(2).
    private func isByPacketFilter(_ outcome: ConnectOutcome) -> Bool {
        guard case .ip = address else { return false }
        return outcome == .notPermitted(.EPERM)
    }
}

extension ConnectOutcome {
    fileprivate var cause: Reason.Cause {
        if case .notPermitted = self { .permission } else { .other }
    }

    var error: Errno? {
        switch self {
        case .refused(let code), .unreachable(let code), .notPermitted(let code),
            .missing(let code):
            code
        case .connected, .timedOut: nil
        }
    }

}

extension SocketPeer {
    fileprivate var evidence: Evidence {
        let process = pid == 0 ? "a process of another pid namespace" : "process \(pid)"
        let end = isAlive == false ? ", has ended since" : ""
        return Evidence(process, facts: "uid \(user), gid \(group)\(end)", question: "listens")
    }
}
