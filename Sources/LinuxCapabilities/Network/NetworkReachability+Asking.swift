import AccessModel
import Capabilities
import LinuxSystem
import Procedures

extension NetworkReachability {
    /// Waits until it is so, or raises a kernel capability for the bind.
    ///
    /// - *connect*, *route*, *resolve*: it waits, and looks again, for as long as it was told to and its task
    ///   is not cancelled. What a route, an address or a link is missing for is woken by rtnetlink(7), and
    ///   looks at nothing until then. Of a peer that refuses, is silent or does not exist, and of a name that
    ///   does not resolve, nobody tells: that is looked at again after 0.1 s, then twice as long each time up
    ///   to 5 s, a fifth more or less, and at once when the network changes. A `connect` is a connection each
    ///   time. What only permission is missing for is not waited for.
    /// - *bind*: where `CAP_NET_BIND_SERVICE` is what is missing, and it may be raised by the initializer, it
    ///   binds with the capability in effect on a thread of its own, for this one call. The socket lasts as
    ///   long as the status that is returned: the permit gets it, whose look comes next. Nothing is waited
    ///   for: when a port comes free nobody tells.
    ///
    /// - Returns: How things stand; the last look where it waited for too long.
    /// - Throws: `CancellationError`; what kept it from looking, or from hearing of changes.
    public func requestAuthorization() async throws -> NetworkReachabilityStatus {
        if case .bind(let endpoint) = question { return try await raisedBind(endpoint) }
        let first = try await authorizationStatus()
        guard first.isWaitedFor, patience > .zero else { return first }
        return try await NetworkWaiting(first, for: self).status(within: patience)
    }

    private func raisedBind(_ endpoint: Endpoint) async throws -> NetworkReachabilityStatus {
        let status = try await authorizationStatus()
        guard let raised, subject == .current, status.lacksNetBindService else { return status }
        let look = BindLook(endpoint, NetworkSubject(subject, on: host))
        return try await look.status(raising: raised, for: self) ?? status
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

    fileprivate var lacksNetBindService: Bool {
        verdict.reasons.contains { $0.code == "needs-capability" }
    }
}
