public import Capabilities
import LinuxSystem
import Procedures
import Text

/// A well-known name on the system bus, the same for every subject.
///
/// ```swift
/// .condition(AuthorizedFor(BusName("org.freedesktop.NetworkManager")))
/// .condition(AuthorizedFor(BusName("org.freedesktop.hostname1", .available)))
/// ```
///
/// A look asks the bus, and starts no service. A request for `owned` has the bus start the service of the name.
/// `DBUS_SYSTEM_BUS_ADDRESS` may name another bus.
/// - SeeAlso: dbus-daemon(1), busctl(1), "Message Bus" in the D-Bus specification.
public struct BusName: Capability {
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// A service owns the name now.
        case owned
        /// A service owns the name, or the bus starts one when a message to the name arrives.
        case available
    }

    /// The name on the bus: `org.freedesktop.login1`.
    public let wellKnownName: String
    public let state: State
    private let host: Host

    /// - Parameter wellKnownName: The name of a service, not that of a connection (`:1.42`). A look at a text that is
    ///   no such name throws.
    public init(_ wellKnownName: String, _ state: State = .owned, on host: Host = .live) {
        self.wellKnownName = wellKnownName
        self.state = state
        self.host = host
    }

    public var name: String { "bus name \(wellKnownName) \(state.rawValue)" }

    public var requirement: State { state }

    /// - Throws: The error that prevented the look: no valid name, no bus, a time-out; `CancellationError`.
    public func authorizationStatus() async throws -> BusNameStatus {
        let facts = try await host.busNames.facts(of: WellKnownName(wellKnownName))
        return BusNameStatus(
            wellKnownName: wellKnownName,
            owner: facts.owner,
            isActivatable: facts.isActivatable
        )
    }

    /// Has the bus start the service for `owned`, within five minutes, and looks again. For `available`, it only looks
    /// again.
    ///
    /// A start that has begun continues when the task is cancelled.
    /// - Returns: A status whose reasons show why the service did not start.
    /// - Throws: The error that prevented the question to the bus; `CancellationError`.
    public func requestAuthorization() async throws -> BusNameStatus {
        let trouble = state == .owned ? try await start() : nil
        return try await authorizationStatus().asked(trouble)
    }

    /// - Returns: The reason why the service did not start; nil if it did.
    private func start() async throws -> Reason? {
        let problem: String
        do {
            try await host.busNames.start(WellKnownName(wellKnownName))
            return nil
        } catch BusFailure.absent {
            problem = "no file of a service names it"
        } catch BusFailure.remote(_, let name, let message) {
            problem = "\(message.onOneLine) (\(name.onOneLine))"
        } catch BusFailure.accessDenied(_, let reason) {
            problem = reason.onOneLine
        }
        return Reason(.busNameNotStarted, wellKnownName, "was not started: \(problem)")
    }

    /// The present status, then a new one each time that the owner of the name, or the list of services that the bus
    /// may start, has changed. Without a bus the look fails, and its return is reported.
    ///
    /// - Throws: `Unwatched` for a text that is no well-known name, and if the bus refuses to announce changes.
    public var updates: StatusUpdates<BusNameStatus> {
        StatusUpdates {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            let name = try WellKnownName(wellKnownName)
            return Changes([try host.busNames.changes(of: name, waking: bell)], waking: bell)
        }
    }
}

extension BusName: Askable {
    package var canBeAskedFor: Bool { state == .owned }
}
