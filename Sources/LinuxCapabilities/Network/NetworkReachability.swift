public import Capabilities
public import Kernel
public import LinuxSystem
public import Procedures
import ServiceModel

/// The capability to connect to a peer, bind a port, resolve a name, or route to an address. It is judged from the
/// network namespace of the looking thread, or of another process.
///
/// Another network is entered on a separate thread, which takes CAP_SYS_ADMIN. For another subject, this process
/// connects and resolves in its place, so a firewall that filters by user does not see that user. No name is resolved
/// for a process with other mounts than ours, because its resolver may read other files.
///
/// A look at a connection opens a connection and closes it at once, which can start a socket-activated unit. A look at
/// a bind does not bind: it judges the address, the rule for low ports, and the sockets that hold the port. Only a
/// permit binds, see ``Capabilities/Permit/socket()``. The addresses of a name are tried one after another, as RFC 8305
/// describes.
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
    /// The kernel capability that a bind may raise.
    let raised: KernelCapability?
    /// The longest time that asking waits.
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

    /// The question's object as the caller wrote it.
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

    /// Returns the assumptions about the subject's confinement; none if this process itself connected or resolved.
    public func assumptions() async -> [Assumption] {
        switch question {
        case .connect, .resolve: subject == .current ? [] : await host.assumptions(of: subject)
        case .bind, .route: await host.assumptions(of: subject)
        }
    }

    /// Looks, and holds the connection or the bound socket for ``Capabilities/Permit`` to hand over.
    ///
    /// Only this look binds. It holds nothing if the answer is no, or if the subject is not this process.
    public func look() async throws -> Look<NetworkReachability> {
        try await looked(binding: true)
    }
}

extension Capability where Self == NetworkReachability {
    /// Returns the question whether a peer accepts a connection.
    ///
    /// ```swift
    /// try await require(.connect(to: "tcp:db.example:5432"))
    /// ```
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:HOST:PORT`, `udp:HOST:PORT`, `unix:/PATH` or `unix:@NAME`.
    ///   - patience: The longest time that asking waits; zero or less only looks.
    public static func connect(
        to endpoint: Endpoint,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.connect(endpoint), subject, waitingUpTo: patience, host)
    }

    /// Returns the question whether a server could bind a port or a path.
    ///
    /// The server is assumed to set `SO_REUSEADDR` on a TCP socket. A port that this process itself holds is
    /// authorized.
    ///
    /// - Parameters:
    ///   - endpoint: `tcp:PORT` or `udp:PORT`, with a numeric address of this host before the port to bind only that
    ///     address, or `unix:/PATH`.
    ///   - raised: `.netBindService` is raised for the one bind of a low port, if the looking thread has it permitted
    ///     and not in effect. It is raised on a separate thread, for this one call. Off by default: a capability that
    ///     the process has permitted is not necessarily meant for this part of it.
    public static func bind(
        _ endpoint: Endpoint,
        as subject: Subject = .current,
        raising raised: KernelCapability? = nil,
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.bind(endpoint), subject, raising: raised, host)
    }

    /// Returns the question whether a host name resolves to an address.
    ///
    /// - Parameters:
    ///   - name: A host name; a numeric address is its own answer.
    ///   - patience: The longest time that asking waits; zero or less only looks.
    public static func resolve(
        _ name: String,
        as subject: Subject = .current,
        waitingUpTo patience: Duration = .seconds(300),
        on host: Host = .live
    ) -> Self {
        NetworkReachability(.resolve(name), subject, waitingUpTo: patience, host)
    }

    /// Returns the question whether the routing tables have a route to an address.
    ///
    /// Nothing is sent. The answer does not show whether a host has the address, or whether a packet filter is on the
    /// way.
    ///
    /// - Parameters:
    ///   - address: A numeric address; a link-local one needs its interface: `fe80::1%eth0`.
    ///   - patience: The longest time that asking waits; zero or less only looks.
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
    /// - *connect*, *route*, *resolve*: It waits and looks again until its time limit passes or its task is cancelled.
    ///   If a route, an address or a link is missing, rtnetlink(7) wakes it, and it does not look until then. No event
    ///   announces that a peer starts to accept or a name starts to resolve. It looks at those again after 0.1 s, then
    ///   after twice the time, up to 5 s, a fifth more or less, and at once when the network changes. Each look at a
    ///   `connect` opens a connection. It does not wait if only permission is missing.
    /// - *bind*: It does not wait, because no event reports that a port becomes free.
    ///
    /// - Returns: The present status; if the time is over, the status of the last look.
    /// - Throws: `CancellationError`; the error that prevented the look or the subscription to changes.
    public func requestAuthorization() async throws -> NetworkReachabilityStatus {
        let first = try await authorizationStatus()
        guard first.isWaitedFor, patience > .zero else { return first }
        return try await NetworkWaiting(first, for: self).status(within: patience)
    }

    /// Returns the source of changes for the network of the subject.
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
    /// The fault of the question with its remedy; nil for a valid question.
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
            return InvalidEndpoint(text, "has a host that is not valid", help: "\(error)")
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
                    "names an interface that this host does not have",
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
    /// True if the address has a meaning on each link only, see ipv6(7).
    fileprivate var needsInterface: Bool {
        if case .ipv6(let address, scope: 0) = self { address.high >> 54 == 0x3fa } else { false }
    }
}

extension NetworkReachability {
    /// - Parameter binding: True to bind for a caller that will use the socket.
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
            var status = try await status(for: identity)
            let verdict = try await host.proving(status.verdict, of: subject) {
                try await self.status(for: $0).verdict
            }
            if verdict != status.verdict {
                status = NetworkReachabilityStatus(verdict: verdict, error: status.error)
            }
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

    /// Looks in place of any subjects other than this process: for a batch.
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

    /// Looks in place of another subject, which must be the same after the look.
    private func status(for identity: SubjectIdentity) async throws -> NetworkReachabilityStatus {
        let other = NetworkSubject(subject, on: host, identity)
        if let reason = notJudged(for: other) {
            return NetworkReachabilityStatus(verdict: .undetermined([reason]))
        }
        let status = try await other.whileTheSame {
            try await look(for: other, binding: false).status
        } otherwise: {
            NetworkReachabilityStatus(verdict: .undetermined([$0]))
        }
        let settled = identity.settling(status.verdict, about: .network, of: subject)
        guard settled == status.verdict else { return NetworkReachabilityStatus(verdict: settled) }
        return try await namingNetwork(status, identity)
    }

    /// Returns a denial that names the setting for a network of its own, if the answer on this network would be yes.
    private func namingNetwork(
        _ status: NetworkReachabilityStatus,
        _ identity: SubjectIdentity
    ) async throws -> NetworkReachabilityStatus {
        guard let setting = identity.privateNetwork, case .denied(let reasons) = status.verdict,
            let first = reasons.first
        else { return status }
        var open = identity
        open.privateNetwork = nil
        guard try await self.status(for: open).verdict.isAuthorized else { return status }
        let reason = Reason(
            first.code,
            first.object,
            "\(first.message); \(setting.text) gives it a network of its own (\(setting.place))",
            cause: first.cause,
            evidence: first.evidence,
            remedies: [Remedy("PrivateNetwork=no", note: "in the unit; restart it")],
            basis: first.basis
        )
        return NetworkReachabilityStatus(
            verdict: .denied([reason] + reasons.dropFirst()),
            error: status.error
        )
    }

    /// Returns the reason if only the subject itself can judge the question; nil if this process can.
    private func notJudged(for other: NetworkSubject) -> Reason? {
        if case .resolve = question { return nil }
        guard object.contains("%"), !other.isOnOurNetwork else { return nil }
        let message = "names an interface, which is another one on the network of \(subject)"
        return Reason(.interfaceElsewhere, object, message)
    }
}

extension NetworkReachability: Askable {
    /// False for a bind, because asking does not wait for a port to become free.
    package var canBeAskedFor: Bool { if case .bind = question { false } else { true } }
}
