public import Capabilities
import LinuxSystem
import Procedures

extension NetworkReachability {
    /// The present status, then a new status each time that it may have changed.
    ///
    /// - *route*: rtnetlink(7) announces every change that matters.
    /// - *bind* of a port: Changes of links and addresses, and the end of a socket of the port, are announced. A
    ///   process that takes the port is not, nor a connection that leaves `TIME_WAIT`. For a Unix socket, the changes
    ///   are those of ``FileAccess/updates`` for its name.
    /// - *resolve*: Changes of the network, and of `/etc/resolv.conf`, `/etc/hosts` and `/etc/nsswitch.conf`, are
    ///   announced. Changes at a name server are not.
    /// - *connect*: Changes of the network are announced, those of the same files if the peer has a name, and those of
    ///   ``FileAccess/updates`` for a Unix socket. Changes of the peer are not. **Each look opens a connection.**
    ///
    /// `unreported` states the changes that are not announced. The network is the subject's. If the kernel had no room
    /// for an announcement, the present status is reported first.
    ///
    /// - Throws: `Unwatched` if nothing announces changes: for an abstract Unix socket, and for files that another
    ///   machine or the kernel changes. Also when the subject's process has ended, and if the system has no room for
    ///   the watches.
    /// - SeeAlso: rtnetlink(7), sock_diag(7), inotify(7).
    public var updates: StatusUpdates<NetworkReachabilityStatus> {
        if let unwatched {
            return StatusUpdates(once: unwatched) { try await authorizationStatus() }
        }
        return StatusUpdates(unreported: unreported ?? subject.unreported) {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            return Changes(try await sources(waking: bell), waking: bell)
        }
    }

    /// The reason why nothing announces changes; nil if something does.
    private var unwatched: Reason? {
        if let invalid { return Reason(.invalidEndpoint, invalid.text, invalid.problem) }
        switch question {
        case .connect(let endpoint), .bind(let endpoint):
            guard case .abstract = endpoint.form else { return nil }
            let message = "may come and go, and the kernel does not announce it"
            return Reason(.notWatched, endpoint.text, message)
        case .resolve, .route: return nil
        }
    }

    private var unreported: Reason? {
        switch question {
        case .route: return nil
        case .resolve(let name):
            guard Self.isName(name) else { return nil }
            return Reason(.notWatched, name, "may get another address, and no server announces it")
        case .bind(let endpoint):
            if case .unix = endpoint.form { return nil }
            let message =
                "may be taken by another process, and the kernel announces only its release"
            return Reason(.notWatched, endpoint.text, message)
        case .connect(let endpoint):
            return Reason(
                .notWatched,
                endpoint.text,
                "may stop answering, and the kernel does not announce it"
            )
        }
    }

    private func sources(waking bell: Bell) async throws -> [any ChangeSource] {
        switch question {
        case .route: return try await network(nil, waking: bell)
        case .resolve(let name): return try await peer(name, waking: bell)
        case .bind(let endpoint):
            switch endpoint.form {
            case .tcp(_, let port), .udp(_, let port): return try await network(port, waking: bell)
            case .unix(let path): return [try await file(.create(.fifo), path, waking: bell)]
            case .abstract, .invalid: return []
            }
        case .connect(let endpoint):
            switch endpoint.form {
            case .tcp(let name, _), .udp(let name, _):
                return try await peer(name ?? "", waking: bell)
            case .unix(let path): return [try await file(.access(.write), path, waking: bell)]
            case .abstract, .invalid: return []
            }
        }
    }

    /// - Parameter port: The port whose sockets are watched for their end; nil for none.
    private func network(_ port: UInt16?, waking bell: Bell) async throws -> [any ChangeSource] {
        var sources: [any ChangeSource] = []
        var network = host.network
        if let identity = try await host.watchedIdentity(of: subject) {
            network = NetworkSubject(subject, on: host, identity).network
            if let place = identity.place {
                sources = [try host.processes.end(ofProcess: place.pid, waking: bell)]
            }
        }
        return sources + [try await network.events(endingAt: port, waking: bell)]
    }

    private func peer(_ name: String, waking bell: Bell) async throws -> [any ChangeSource] {
        let network = try await network(nil, waking: bell)
        guard Self.isName(name) else { return network }
        // This process resolves the name, whoever the subject is.
        let files = ["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf"]
        let resolver = try await FileChanges(
            of: files.map { FileInquiry(.read, $0, follow: nil) },
            for: .contents,
            as: .current,
            on: host,
            waking: bell
        )
        return network + [resolver]
    }

    private func file(
        _ action: FileAccess.Action,
        _ path: String,
        waking bell: Bell
    ) async throws -> any ChangeSource {
        let inquiry = FileInquiry(action, path, follow: nil)
        return try await FileChanges(of: [inquiry], as: subject, on: host, waking: bell)
    }

    /// Returns whether the host is a name, whose addresses must be looked up.
    private static func isName(_ host: String) -> Bool {
        if case .name? = try? RemoteHost(host) { true } else { false }
    }
}
