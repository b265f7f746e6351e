import Capabilities
import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// Connects to the addresses of a peer one after another. The peer is reached if one of them answers.
struct ConnectLook {
    private typealias Found = Look<NetworkReachability>

    private let endpoint: Endpoint
    private let subject: NetworkSubject
    private var network: any NetworkProbe { subject.network }

    init(_ endpoint: Endpoint, _ subject: NetworkSubject) {
        self.endpoint = endpoint
        self.subject = subject
    }

    /// Looks, and holds the connection if there is one.
    func look() async throws -> Look<NetworkReachability> {
        switch endpoint.form {
        case .tcp(let name?, let port): return try await peer(.tcp, name, port)
        case .udp(let name?, let port): return try await peer(.udp, name, port)
        case .unix(let path): return settled(try await socket(at: path), [.unix])
        case .abstract(let name):
            return settled(try await local(try SocketAddress.unix(abstract: name)), [.unix])
        case .tcp(nil, _), .udp(nil, _), .invalid:
            return Look(NetworkReachabilityStatus(verdict: .undetermined([])))
        }
    }

    /// Looks at a Unix socket. A client must be able to write to the socket, see unix(7). For other subjects that
    /// permission is judged, and then this process connects.
    private func socket(at path: String) async throws -> Found {
        let address = try SocketAddress.unix(path: path)
        let inquiry = FileInquiry(.access(.write), path, follow: nil)
        guard subject.name != nil else {
            let found = try await local(address)
            guard found.status.error == .EACCES,
                let refusal = try await subject.refusal(of: inquiry)
            else { return found }
            return Look(NetworkReachabilityStatus(verdict: refusal, error: .EACCES))
        }
        let judged = try await subject.judge(inquiry)
        if judged.answer != .yes {
            var error: Errno?
            if case .no(let code) = judged.answer { error = code }
            let verdict = try await subject.refusal(of: inquiry) ?? judged.refusal(of: path)
            return Look(NetworkReachabilityStatus(verdict: verdict, error: error))
        }
        guard try await subject.reachesOurFile(at: path) else {
            let message =
                "may be written to, but who listens below another root or mount is not known"
            let reason = Reason(.socketElsewhere, endpoint.text, message)
            return Look(NetworkReachabilityStatus(verdict: .undetermined([reason])))
        }
        return try await local(address)
    }

    private func local(_ address: SocketAddress) async throws -> Found {
        try await found([try await finding(.tcp, address)])
    }

    private func peer(_ transport: Transport, _ name: String, _ port: UInt16) async throws -> Found
    {
        let resolution = try await ResolveLook(name, subject).addresses()
        guard case .success(.addresses(let resolved)) = resolution else {
            return settled(Look(ResolveLook.status(resolution, name)), [])
        }
        let permitted = resolved.filter { subject.permits($0.family) }
        let chosen = permitted.isEmpty ? resolved : permitted
        let found = try await first(
            transport,
            among: chosen.map { SocketAddress.ip($0, port: port) }
        )
        return settled(found, chosen.map(\.family))
    }

    private func first(
        _ transport: Transport,
        among addresses: [SocketAddress]
    ) async throws -> Found {
        // Most names have one address, and a task costs more than a connection to this host.
        if let only = addresses.first, addresses.count == 1 {
            return try await found([try await finding(transport, only)])
        }
        let attempts = StaggeredAttempts(addresses, on: subject.host.timer)
        return try await found(
            try await attempts.findings { [network] in
                try await network.connect(transport, to: $0)
            }
        )
    }

    /// Returns the look after the filters of a service.
    private func settled(_ found: Found, _ families: [AddressFamily]) -> Found {
        let status = subject.settled(found.status, .connecting(families), on: endpoint.text)
        return Look(status, holding: found.held)
    }

    private func finding(
        _ transport: Transport,
        _ address: SocketAddress
    ) async throws -> ConnectFinding {
        let attempt = try await network.connect(transport, to: address)
        return ConnectFinding(address: address, attempt: attempt)
    }

    /// Returns the result. In place of another subject nothing is held, because the socket would belong to this
    /// process.
    private func found(_ findings: [ConnectFinding]) async throws -> Found {
        let connected = findings.first { $0.isConnected }?.attempt
        var verdicts: [Verdict] = []
        for finding in findings where finding.attempt != nil {
            verdicts.append(try await finding.verdict(endpoint, for: subject))
        }
        let verdict =
            findings.count > 1
            ? summed(findings, Verdict.any(verdicts)) : verdicts.first ?? .undetermined([])
        let outcomes = findings.compactMap(\.attempt?.outcome)
        var error: Errno?
        if case .denied = verdict { error = outcomes.first?.error }
        let awaited = Set(findings.compactMap(\.awaited))
        let status = NetworkReachabilityStatus(
            verdict: verdict,
            error: error,
            peer: connected?.peer,
            awaiting: awaited.contains(.peer) ? .peer : awaited.first
        )
        return Look(status, holding: subject.isInPlaceOfOthers ? nil : connected?.socket)
    }

    /// Returns the verdict with one reason, whose evidence lists the result of each address.
    private func summed(_ findings: [ConnectFinding], _ verdict: Verdict) -> Verdict {
        guard let first = verdict.reasons.first else { return verdict }
        let reason = Reason(
            first.code,
            endpoint.text,
            first.message,
            cause: first.cause,
            evidence: findings.map(\.evidence),
            assumes: first.assumes
        )
        switch verdict {
        case .authorized: return .authorized([reason])
        case .denied: return .denied([reason])
        case .undetermined: return .undetermined([reason])
        }
    }
}
