public import Capabilities
public import Kernel
import LinuxSystem
public import Procedures

/// Whether a peer can be reached, a port bound, a name resolved, or an address routed to, from the network
/// namespace of the thread that looks, or of another process.
///
/// Another network is entered on a thread of its own, which takes CAP_SYS_ADMIN. In somebody's place it is
/// this process that connects and resolves: a firewall that asks for users is not asked about them. Of a
/// process whose mounts are not ours no name is resolved, since it may have other files to do that by.
///
/// A look at a connection is a connection, closed at once: it can wake a socket-activated unit. A bind is
/// judged without binding: by the address, the rule for low ports, and who holds the port; only for a permit it
/// is bound, see ``Capabilities/Permit/socket()``. The addresses of a name are tried one after another, as
/// RFC 8305 says.
/// - SeeAlso: connect(2), bind(2), ip(7), unix(7), getaddrinfo(3), rtnetlink(7).
public struct NetworkReachability: Capability {
    public enum Action: String, Hashable, Sendable {
        case connect
        /// As a server that sets `SO_REUSEADDR` on a TCP socket; a port held by this very process is a
        /// yes.
        case bind
    }

    public enum NameAction: String, Hashable, Sendable { case resolve }

    /// Whether there is a way for packets to an address, by the routing tables. Nothing is sent: that there is
    /// somebody, and that no filter is on the way, is not said.
    public enum AddressAction: String, Hashable, Sendable { case route }

    package enum Question: Hashable, Sendable {
        case connect(Endpoint)
        case bind(Endpoint)
        case resolve(String)
        case route(String)
    }

    package let question: Question
    public let subject: Subject
    /// What a bind may raise.
    let raised: KernelCapability?
    /// How long asking waits.
    let patience: Duration
    let host: Host

    /// - Parameters:
    ///   - raised: `.netBindService` is raised for the one bind of a low port, where it is permitted to the
    ///     thread that looks and not in effect: on a thread of its own, for this one call. Off by default: that
    ///     a process has a capability permitted does not say that this part of it may use it.
    ///   - patience: How long asking for a `connect` waits at most; zero and less only look.
    public init(
        _ action: Action,
        to endpoint: Endpoint,
        as subject: Subject = .current,
        raising raised: KernelCapability? = nil,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) {
        question = action == .connect ? .connect(endpoint) : .bind(endpoint)
        self.subject = subject
        self.raised = raised
        self.patience = patience
        self.host = host
    }

    /// - Parameters:
    ///   - name: A host name; a numeric address is its own answer.
    ///   - patience: How long asking waits at most; zero and less only look.
    public init(
        _ action: NameAction,
        _ name: String,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) {
        self.init(.resolve(name), subject, patience, host)
    }

    /// - Parameters:
    ///   - address: A numeric address, a link-local one with its interface: `fe80::1%eth0`.
    ///   - patience: How long asking waits at most; zero and less only look.
    public init(
        _ action: AddressAction,
        to address: String,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) {
        self.init(.route(address), subject, patience, host)
    }

    private init(_ question: Question, _ subject: Subject, _ patience: Duration, _ host: Host) {
        self.question = question
        self.subject = subject
        raised = nil
        self.patience = patience
        self.host = host
    }

    public var name: String {
        switch question {
        case .connect: "connect \(object)"
        case .bind: "bind \(object)"
        case .resolve: "resolve \(object)"
        case .route: "route \(object)"
        }
    }

    /// As it was written.
    var object: String {
        switch question {
        case .connect(let endpoint), .bind(let endpoint): endpoint.text
        case .resolve(let name): name
        case .route(let address): address
        }
    }

    public var subjectName: String { subject.description }

    public var requirement: Void { () }

    public func authorizationStatus() async throws -> NetworkReachabilityStatus {
        try await looked(binding: false).status
    }

    /// What may confine the subject; nothing where this process really connected or resolved.
    public func assumptions() async -> [Assumption] {
        switch question {
        case .connect, .resolve: subject == .current ? [] : await host.assumptions(of: subject)
        case .bind, .route: await host.assumptions(of: subject)
        }
    }

    /// Looks, and holds the connection or the bound socket for ``Capabilities/Permit`` to hand over.
    ///
    /// This is the one look that binds. Nothing is held where the answer is no, nor for another subject.
    public func look() async throws -> Look<NetworkReachabilityStatus> {
        try await looked(binding: true)
    }
}
