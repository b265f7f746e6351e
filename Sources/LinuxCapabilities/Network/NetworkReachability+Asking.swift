import AccessModel
import Capabilities
import LinuxSystem
import Procedures

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
