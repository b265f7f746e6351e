public import Capabilities
import LinuxSystem
import Procedures

/// Whether a peer can be reached, a port bound, or a name resolved, from the network namespace of the
/// thread that looks, or of another process.
///
/// Another network is entered on a thread of its own, which takes CAP_SYS_ADMIN. In somebody's place it is
/// this process that connects and resolves: a firewall that asks for users is not asked about them. Of a
/// process whose mounts are not ours no name is resolved, since it may have other files to do that by.
///
/// A look at a connection is a connection, closed at once: it can wake a socket-activated unit. A bind is
/// judged without binding: by the address, the rule for low ports, and who holds the port.
/// - SeeAlso: connect(2), bind(2), ip(7), unix(7), getaddrinfo(3).
public struct NetworkReachability: Capability {
    public enum Action: String, Hashable, Sendable {
        case connect
        /// As a server that sets `SO_REUSEADDR` on a TCP socket; a port held by this very process is a
        /// yes.
        case bind
    }

    public enum NameAction: String, Hashable, Sendable { case resolve }

    enum Question: Hashable {
        case connect(Endpoint)
        case bind(Endpoint)
        case resolve(String)
    }

    let question: Question
    public let subject: Subject
    private let host: Host

    public init(
        _ action: Action,
        to endpoint: Endpoint,
        as subject: Subject = .current,
        on host: Host = .live
    ) {
        question = action == .connect ? .connect(endpoint) : .bind(endpoint)
        self.subject = subject
        self.host = host
    }

    /// - Parameter name: A host name; a numeric address is its own answer.
    public init(
        _ action: NameAction,
        _ name: String,
        as subject: Subject = .current,
        on host: Host = .live
    ) {
        question = .resolve(name)
        self.subject = subject
        self.host = host
    }

    public var name: String {
        switch question {
        case .connect(let endpoint): "connect \(endpoint)"
        case .bind(let endpoint): "bind \(endpoint)"
        case .resolve(let name): "resolve \(name)"
        }
    }

    public var requirement: Void { () }

    public func authorizationStatus() async throws -> NetworkReachabilityStatus {
        if let invalid {
            let reason = Reason(
                "invalid-endpoint",
                invalid.text,
                "\(invalid.problem); \(invalid.help)"
            )
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        guard subject != .current else {
            return try await status(for: NetworkSubject(subject, on: host))
        }
        switch try await host.identity(of: subject) {
        case .known(let identity): return try await status(for: identity)
        case .absent(let reason): return NetworkReachabilityStatus(verdict: .denied([reason]))
        case .unknown(let reason):
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
    }

    private func status(for subject: NetworkSubject) async throws -> NetworkReachabilityStatus {
        switch question {
        case .connect(let endpoint): return try await ConnectLook(endpoint, subject).status()
        case .bind(let endpoint): return try await BindLook(endpoint, subject).status()
        case .resolve(let name):
            return NetworkReachabilityStatus(
                verdict: try await ResolveLook(name, subject).verdict()
            )
        }
    }

    /// Looks in the place of somebody else, who has to be the same afterwards.
    private func status(for identity: SubjectIdentity) async throws -> NetworkReachabilityStatus {
        let other = NetworkSubject(subject, on: host, identity)
        if let reason = notJudged(for: other) {
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        do {
            let status = try await status(for: other)
            guard identity.place != nil else { return status }
            let isSame = try await host.identity(of: subject) == .known(identity)
            return isSame
                ? status
                : undetermined("subject-changed", "ended or changed while it was looked at")
        } catch let error as SystemError where error.code == Errno.ESRCH {
            return undetermined("subject-changed", "ended while it was looked at")
        } catch let error as SystemError where error.call == "setns(2)" {
            return undetermined(
                "network-not-entered",
                "is in another network, which takes CAP_SYS_ADMIN to enter: \(error.name)"
            )
        }
    }

    private func undetermined(
        _ code: Reason.Code,
        _ message: String
    ) -> NetworkReachabilityStatus {
        let reason = Reason(code, subject.description, message)
        return NetworkReachabilityStatus(verdict: .undetermined([reason]))
    }

    /// What only the subject itself can see.
    private func notJudged(for other: NetworkSubject) -> Reason? {
        switch question {
        case .connect(let endpoint), .bind(let endpoint):
            guard endpoint.text.contains("%"), !other.isOnOurNetwork else { return nil }
            let message = "names an interface, which is another one on the network of \(subject)"
            return Reason("interface-elsewhere", endpoint.text, message)
        case .resolve: return nil
        }
    }
}

/// What one look at the network found.
public struct NetworkReachabilityStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict
    /// What the system call would say, or said; nil where it is none that errs.
    package let error: Int32?

    init(verdict: Verdict, error: Int32? = nil) {
        self.verdict = verdict
        self.error = error
    }

    public func meets(_ requirement: Void) -> Verdict { verdict }
}
