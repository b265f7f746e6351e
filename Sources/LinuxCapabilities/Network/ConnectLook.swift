import Capabilities
import LinuxSystem
import Procedures

/// Connects to every address of a peer at the same time: it is reached when one of them answers.
struct ConnectLook {
    private let endpoint: Endpoint
    private let subject: NetworkSubject
    private var network: any NetworkProbe { subject.network }

    init(_ endpoint: Endpoint, _ subject: NetworkSubject) {
        self.endpoint = endpoint
        self.subject = subject
    }

    func status() async throws -> NetworkReachabilityStatus {
        switch endpoint.form {
        case .tcp(let name?, let port): return try await status(.tcp, name, port)
        case .udp(let name?, let port): return try await status(.udp, name, port)
        case .unix(let path): return try await socket(at: path)
        case .abstract(let name): return try await local(try SocketAddress.unix(abstract: name))
        case .tcp(nil, _), .udp(nil, _), .invalid:
            return NetworkReachabilityStatus(verdict: .undetermined([]))
        }
    }

    /// Who connects must be able to write to the socket, see unix(7): for others that is judged, and then the
    /// connection made by us.
    private func socket(at path: String) async throws -> NetworkReachabilityStatus {
        let address = try SocketAddress.unix(path: path)
        guard subject.name != nil else { return try await local(address) }
        let found = try await subject.judge(FileInquiry(.access(.write), path, follow: nil))
        if found.answer != .yes {
            var error: Int32?
            if case .no(let code) = found.answer { error = code }
            return NetworkReachabilityStatus(verdict: found.refusal(of: path), error: error)
        }
        guard subject.isWhereWeAre else {
            let message = "may be written to, but who listens below another root is not known"
            return NetworkReachabilityStatus(
                verdict: .undetermined([Reason("socket-elsewhere", endpoint.text, message)])
            )
        }
        return try await local(address)
    }

    private func local(_ address: SocketAddress) async throws -> NetworkReachabilityStatus {
        status([finding(try await network.connect(.tcp, to: address), at: address)])
    }

    private func status(
        _ transport: Transport,
        _ name: String,
        _ port: UInt16
    ) async throws -> NetworkReachabilityStatus {
        let resolution = try await ResolveLook(name, subject).addresses()
        guard case .success(.addresses(let found)) = resolution else {
            return NetworkReachabilityStatus(verdict: ResolveLook.verdict(resolution, name))
        }
        let addresses = found.map { SocketAddress.ip($0, port: port) }
        return status(try await look(transport, addresses))
    }

    private func status(_ findings: [Finding]) -> NetworkReachabilityStatus {
        let verdicts = findings.map { $0.verdict(endpoint, for: subject) }
        let verdict =
            findings.count > 1
            ? summed(findings, Verdict.any(verdicts)) : verdicts.first ?? .undetermined([])
        guard case .denied = verdict else { return NetworkReachabilityStatus(verdict: verdict) }
        return NetworkReachabilityStatus(verdict: verdict, error: findings.first?.outcome.error)
    }

    private func look(
        _ transport: Transport,
        _ addresses: [SocketAddress]
    ) async throws -> [Finding] {
        // A name has one address mostly, and a task costs more than a connection to this host.
        if let only = addresses.first, addresses.count == 1 {
            return [finding(try await network.connect(transport, to: only), at: only)]
        }
        return try await withThrowingTaskGroup(of: (Int, Finding).self) { group in
            defer { group.cancelAll() }
            for (index, address) in addresses.enumerated() {
                group.addTask { [network] in
                    let outcome = try await network.connect(transport, to: address)
                    return (index, Finding(address: address, outcome: outcome))
                }
            }
            var findings: [Int: Finding] = [:]
            while let (index, finding) = try await group.next() {
                findings[index] = finding
                if finding.outcome == .connected { break }
            }
            return addresses.indices.compactMap { findings[$0] }
        }
    }

    private func finding(_ outcome: ConnectOutcome, at address: SocketAddress) -> Finding {
        Finding(address: address, outcome: outcome)
    }

    /// One reason with the failure of each address as its evidence.
    private func summed(_ findings: [Finding], _ verdict: Verdict) -> Verdict {
        guard let first = verdict.reasons.first else { return verdict }
        let reason = Reason(
            first.code,
            endpoint.text,
            first.message,
            cause: first.cause,
            evidence: findings.map(\.evidence)
        )
        switch verdict {
        case .authorized: return .authorized([reason])
        case .denied: return .denied([reason])
        case .undetermined: return .undetermined([reason])
        }
    }
}

/// How one address answered.
private struct Finding: Sendable {
    let address: SocketAddress
    let outcome: ConnectOutcome

    var evidence: Evidence {
        Evidence("\(address)", question: "connect", finding: message, holds: outcome == .connected)
    }

    func verdict(_ endpoint: Endpoint, for subject: NetworkSubject) -> Verdict {
        let isUnsaid = outcome == .connected || outcome == .notPermitted(Errno.EPERM)
        let message = isUnsaid ? message + subject.connectAssumption : message
        let reason = Reason(code, endpoint.text, message, cause: cause)
        switch outcome {
        case .connected: return .authorized([reason])
        // By a filter, which may ask who it is.
        case .notPermitted(Errno.EPERM) where subject.name != nil: return .undetermined([reason])
        case .timedOut: return .undetermined([reason])
        case .refused, .unreachable, .notPermitted, .missing: return .denied([reason])
        }
    }

    private var message: String {
        switch outcome {
        case .connected: "\(address) answers"
        case .refused: "refused; nothing listens there"
        case .unreachable(let code): "unreachable: \(errorText(code)) (\(errorName(code)))"
        case .notPermitted(let code): "not permitted: \(errorText(code)) (\(errorName(code)))"
        case .missing: "does not exist"
        case .timedOut: "no answer before the system gave up"
        }
    }

    private var code: Reason.Code {
        switch outcome {
        case .connected: "connected"
        case .refused: "connection-refused"
        case .unreachable: "unreachable"
        case .notPermitted: "connection-not-permitted"
        case .missing: "missing"
        case .timedOut: "timed-out"
        }
    }

    private var cause: Reason.Cause {
        if case .notPermitted = outcome { .permission } else { .other }
    }
}

extension ConnectOutcome {
    fileprivate var error: Int32? {
        switch self {
        case .refused(let code), .unreachable(let code), .notPermitted(let code),
            .missing(let code):
            code
        case .connected, .timedOut: nil
        }
    }
}
