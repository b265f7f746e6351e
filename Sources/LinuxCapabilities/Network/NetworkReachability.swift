public import Capabilities
public import Kernel
public import LinuxSystem
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
    public typealias Held = SharedSocket

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

    fileprivate init(
        _ question: Question,
        _ subject: Subject,
        raising raised: KernelCapability? = nil,
        waitingUpTo patience: Duration = .zero,
        _ host: Host
    ) {
        self.question = question
        self.subject = subject
        self.raised = raised
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
    public func look() async throws -> Look<NetworkReachability> {
        try await looked(binding: true)
    }
}

extension Capability where Self == NetworkReachability {
    /// Whether a peer accepts a connection.
    ///
    /// ```swift
    /// try await require(.connect(to: "tcp:db.example:5432"))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:HOST:PORT`, `udp:HOST:PORT`, `unix:/PATH` or `unix:@NAME`.
    ///   - patience: How long asking waits at most; zero and less only look.
    public static func connect(
        to endpoint: Endpoint,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.connect(endpoint), subject, waitingUpTo: patience, host)
    }

    /// Whether a server could bind a port or a path.
    ///
    /// The server is one that sets `SO_REUSEADDR` on a TCP socket. A port that this very process holds is
    /// authorized.
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:PORT`, `udp:PORT`, with a numeric address of this host before the port to bind only that,
    ///     or `unix:/PATH`.
    ///   - raised: `.netBindService` is raised for the one bind of a low port, where it is permitted to the
    ///     thread that looks and not in effect: on a thread of its own, for this one call. Off by default: that
    ///     a process has a capability permitted does not say that this part of it may use it.
    public static func bind(
        _ endpoint: Endpoint,
        as subject: Subject = .current,
        raising raised: KernelCapability? = nil,
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.bind(endpoint), subject, raising: raised, host)
    }

    /// Whether a host name resolves to an address.
    ///
    /// - Parameters:
    ///   - name: A host name; a numeric address is its own answer.
    ///   - patience: How long asking waits at most; zero and less only look.
    public static func resolve(
        _ name: String,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.resolve(name), subject, waitingUpTo: patience, host)
    }

    /// Whether the routing tables have a route to an address. Nothing is sent, so the answer does not say whether
    /// a host has the address, or whether a packet filter is on the way.
    ///
    /// - Parameters:
    ///   - address: A numeric address, a link-local one with its interface: `fe80::1%eth0`.
    ///   - patience: How long asking waits at most; zero and less only look.
    public static func route(
        to address: String,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.route(address), subject, waitingUpTo: patience, host)
    }
}

extension NetworkReachability {
    /// Waits until the peer, the route or the name is there. For a bind it only looks again.
    ///
    /// - *connect*, *route*, *resolve*: it waits, and looks again, for as long as it was told to and its task
    ///   is not cancelled. What a route, an address or a link is missing for is woken by rtnetlink(7), and
    ///   looks at nothing until then. Of a peer that refuses, is silent or does not exist, and of a name that
    ///   does not resolve, nobody tells: that is looked at again after 0.1 s, then twice as long each time up
    ///   to 5 s, a fifth more or less, and at once when the network changes. A `connect` is a connection each
    ///   time. What only permission is missing for is not waited for.
    /// - *bind*: nothing is waited for, because nothing reports that a port comes free.
    ///
    /// - Returns: How things stand; the last look where it waited for too long.
    /// - Throws: `CancellationError`; what kept it from looking, or from hearing of changes.
    public func requestAuthorization() async throws -> NetworkReachabilityStatus {
        let first = try await authorizationStatus()
        guard first.isWaitedFor, patience > .zero else { return first }
        return try await NetworkWaiting(first, for: self).status(within: patience)
    }

    /// Where what is waited for would happen.
    func changes() async throws -> any NetworkChangeSource {
        guard subject != .current, case .known(let identity) = try await host.identity(of: subject)
        else { return try await host.network.changes() }
        return try await NetworkSubject(subject, on: host, identity).network.changes()
    }
}

extension NetworkReachabilityStatus {
    var isWaitedFor: Bool { !verdict.isAuthorized && awaited != nil }
}

extension NetworkReachability {
    /// What is wrong with the question, and the remedy; nil for one that can be asked.
    package var invalid: InvalidEndpoint? {
        switch question {
        case .resolve(let name): Self.invalidHost(name, name)
        case .connect(let endpoint): Self.invalidPeer(endpoint)
        case .bind(let endpoint): Self.invalidBinding(endpoint)
        case .route(let address): Self.invalidAddress(address)
        }
    }

    private static func invalidPeer(_ endpoint: Endpoint) -> InvalidEndpoint? {
        switch endpoint.form {
        case .tcp(let host?, _), .udp(let host?, _): invalidHost(host, endpoint.text)
        case .tcp(nil, _), .udp(nil, _):
            InvalidEndpoint(endpoint.text, "names no host", help: "write it like `tcp:HOST:PORT`")
        case .unix(let path): invalidPath(path, endpoint.text)
        case .abstract(let name): invalidPath(name, endpoint.text)
        case .invalid(let error): error
        }
    }

    private static func invalidBinding(_ endpoint: Endpoint) -> InvalidEndpoint? {
        switch endpoint.form {
        case .tcp(let host?, _), .udp(let host?, _):
            if (try? IPAddress(host)) == nil {
                InvalidEndpoint(
                    endpoint.text,
                    "is bound at a name",
                    help: "write a numeric address of this host, or none for all"
                )
            } else {
                nil
            }
        case .tcp(nil, _), .udp(nil, _): nil
        case .unix(let path): invalidPath(path, endpoint.text)
        case .abstract:
            InvalidEndpoint(
                endpoint.text,
                "is an abstract name, which anyone may bind",
                help: "name a socket in the file system: `unix:/path`"
            )
        case .invalid(let error): error
        }
    }

    private static func invalidHost(_ host: String, _ text: String) -> InvalidEndpoint? {
        do {
            _ = try RemoteHost(host)
            return nil
        } catch {
            // The message of the address is `problem; help`, about the same text.
            return InvalidEndpoint(text, "has a host that is none", help: "\(error)")
        }
    }

    private static func invalidAddress(_ text: String) -> InvalidEndpoint? {
        do throws(AddressError) {
            guard try IPAddress(text).needsInterface else { return nil }
            let help = "write it like `\(text)%eth0`"
            return InvalidEndpoint(text, "is link-local, and names no interface", help: help)
        } catch {
            if case .noInterface = error {
                return InvalidEndpoint(
                    text,
                    "names an interface that is not here",
                    help: "`ip link` lists them"
                )
            }
            let help =
                "write one like `192.0.2.1` or `2001:db8::1`; `resolve` finds those of a name"
            return InvalidEndpoint(text, "is not a numeric address", help: help)
        }
    }

    private static func invalidPath(_ path: String, _ text: String) -> InvalidEndpoint? {
        guard path.utf8.count > SocketAddress.longestUnixPath else { return nil }
        return InvalidEndpoint(
            text,
            "has a path of \(path.utf8.count) bytes",
            help: "a Unix socket's path has at most \(SocketAddress.longestUnixPath)"
        )
    }
}

extension IPAddress {
    /// Whether it means something on each link, see ipv6(7).
    fileprivate var needsInterface: Bool {
        if case .ipv6(let address, scope: 0) = self { address.high >> 54 == 0x3fa } else { false }
    }
}

extension NetworkReachability {
    /// - Parameter binding: Whether to bind for those who use the socket then.
    private func looked(binding: Bool) async throws -> Look<NetworkReachability> {
        if let invalid {
            let reason = Reason(
                .invalidEndpoint,
                invalid.text,
                "\(invalid.problem); \(invalid.help)"
            )
            return Look(NetworkReachabilityStatus(verdict: .undetermined([reason])))
        }
        guard subject != .current else {
            return try await look(for: NetworkSubject(subject, on: host), binding: binding)
        }
        switch try await host.identity(of: subject) {
        case .known(let identity):
            let status = try await status(for: identity)
            guard case .denied = status.verdict else { return Look(status) }
            let (doubt, whole) = try await host.doubt(ofDenied: subject, identity) {
                try await self.status(for: $0).verdict
            }
            if let doubt { return Look(NetworkReachabilityStatus(verdict: doubt)) }
            return Look(whole == identity ? status : try await self.status(for: whole))
        case .unknown(let reason):
            return Look(NetworkReachabilityStatus(verdict: .undetermined([reason])))
        }
    }

    /// Looks in the place of subjects who are not this process, whoever they are: for a batch.
    package func statusInPlaceOfOthers() async throws -> NetworkReachabilityStatus {
        guard invalid == nil else { return try await authorizationStatus() }
        return try await look(for: .others(on: host), binding: false).status
    }

    private func look(
        for subject: NetworkSubject,
        binding: Bool
    ) async throws -> Look<NetworkReachability> {
        switch question {
        case .connect(let endpoint): return try await ConnectLook(endpoint, subject).look()
        case .bind(let endpoint):
            return try await BindLook(endpoint, subject, raising: raised).look(binding: binding)
        case .resolve(let name): return Look(try await ResolveLook(name, subject).status())
        case .route(let address): return Look(try await RouteLook(address, subject).status())
        }
    }

    /// Looks in the place of somebody else, who has to be the same afterwards.
    private func status(for identity: SubjectIdentity) async throws -> NetworkReachabilityStatus {
        let other = NetworkSubject(subject, on: host, identity)
        if let reason = notJudged(for: other) {
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        return try await other.whileTheSame {
            try await look(for: other, binding: false).status
        } otherwise: {
            NetworkReachabilityStatus(verdict: .undetermined([$0]))
        }
    }

    /// What only the subject itself can see.
    private func notJudged(for other: NetworkSubject) -> Reason? {
        if case .resolve = question { return nil }
        guard object.contains("%"), !other.isOnOurNetwork else { return nil }
        let message = "names an interface, which is another one on the network of \(subject)"
        return Reason(.interfaceElsewhere, object, message)
    }
}

extension NetworkReachability: Askable {
    /// A port that comes free is not waited for.
    package var canBeAskedFor: Bool { if case .bind = question { false } else { true } }
}
