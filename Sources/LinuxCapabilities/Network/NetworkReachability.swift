public import Capabilities
import LinuxSystem
import Procedures

/// Whether a peer can be reached, a port bound, or a name resolved, from the network namespace of the
/// thread that looks.
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

    public func isAvailable() async -> Availability {
        subject.notJudged(name).map(Availability.unavailable) ?? .available
    }

    public func authorizationStatus() async throws -> NetworkReachabilityStatus {
        // What this process reaches says nothing about anybody else.
        if let reason = subject.notJudged(name) {
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        if let invalid {
            let reason = Reason(
                "invalid-endpoint",
                invalid.text,
                "\(invalid.problem); \(invalid.help)"
            )
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        switch question {
        case .connect(let endpoint): return try await ConnectLook(endpoint, host).status()
        case .bind(let endpoint): return try await BindLook(endpoint, host).status()
        case .resolve(let name):
            return NetworkReachabilityStatus(verdict: try await ResolveLook(name, host).verdict())
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
