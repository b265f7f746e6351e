public import Capabilities
import LinuxSystem
public import Procedures

/// Whether a subject may have systemd start, stop, restart or reload a unit.
///
/// ```swift
/// try await authorized(for: UnitControl(.restart, "nginx.service")) { permit in
///     try await permit.carryOut()
/// }
/// ```
///
/// It is judged as systemd does: root needs nothing, others what polkit says of
/// `org.freedesktop.systemd1.manage-units` with the details `unit` and `verb`, which only root can ask about.
/// Then the unit has to be one that can be: loaded, and not refusing it in its file. To ask is to let polkit
/// ask a person. Nothing is started by either; the permit does that.
/// - SeeAlso: org.freedesktop.systemd1(5), systemctl(1), polkit(8).
public struct UnitControl: Capability {
    public enum Operation: String, CaseIterable, Hashable, Sendable {
        case start, stop, restart
        /// Of its configuration, where its file says how; only while it is active.
        case reload
    }

    public let operation: Operation
    /// The full name: `nginx.service`.
    public let unit: String
    public let subject: Subject
    let host: Host

    public init(
        _ operation: Operation,
        _ unit: String,
        as subject: Subject = .current,
        on host: Host = .live
    ) {
        self.operation = operation
        self.unit = unit
        self.subject = subject
        self.host = host
    }

    public var name: String { "\(operation) \(unit)" }

    public var subjectName: String { subject.description }

    public var requirement: Void { () }

    /// - Throws: what kept systemd or polkit from being asked: no bus, a time-out.
    public func authorizationStatus() async throws -> UnitControlStatus {
        try await status { try await $0.authorizationStatus() }
    }

    /// Lets polkit ask a person where it would have to, for at most five minutes.
    ///
    /// - Throws: as ``authorizationStatus()``.
    public func requestAuthorization() async throws -> UnitControlStatus {
        try await status { try await $0.requestAuthorization() }
    }

    /// The present status, then what is found each time that systemd or polkit may say something else; nobody
    /// is asked.
    ///
    /// It is told as ``SystemdUnit/updates`` and ``PolkitAction/updates`` are.
    ///
    /// - Throws: `Unwatched` for a name that is none, where the bus or systemd refuses to tell, and when the
    ///   process that is asked about has ended.
    public var updates: StatusUpdates<UnitControlStatus> {
        StatusUpdates(untold: subject.untold) {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            let own = [
                try await host.units.changes(of: unit, waking: bell),
                try host.polkit.changes(orOwnerOf: nil, waking: bell),
            ]
            let theirs = try await host.changes(of: subject, waking: bell)
            return Changes(own + theirs, waking: bell)
        }
    }

    /// What is wrong with the name, and the remedy; nil for a name that systemd would take.
    package var invalidName: String? { SystemdUnit(unit, on: host).invalidName }

    /// What may confine the subject.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// Whether an operation on a unit is permitted, and possible.
public struct UnitControlStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict
    /// True of a person's yes that polkit does not keep.
    public let isForThisOnce: Bool

    public func meets(_ requirement: Void) -> Verdict { verdict }
}
