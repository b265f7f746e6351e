public import Capabilities
import Kernel
import LinuxSystem
public import Procedures

/// Whether a subject may have systemd start, stop, restart or reload a unit.
///
/// ```swift
/// try await withPermit(for: UnitControl(.restart, "nginx.service")) { permit in
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
        StatusUpdates(unreported: subject.unreported) {
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

extension UnitControl {
    /// - Parameter ask: Asks polkit, a person too or not.
    private func status(
        _ ask: (PolkitAction) async throws -> PolkitActionStatus
    ) async throws -> UnitControlStatus {
        let facts = try await host.units.facts(of: unit)
        guard facts.loadState != .notFound else {
            let reason = Reason(.unitNotFound, unit, "does not exist here")
            return UnitControlStatus(verdict: .denied([reason]), isForThisOnce: false)
        }
        // In the order in which systemd looks: who asks, then whether the unit can.
        let permission = try await permission(for: facts, ask)
        let verdict = Verdict.all([permission.verdict, possibility(facts)])
        return UnitControlStatus(verdict: verdict, isForThisOnce: permission.isForThisOnce)
    }

    private func permission(
        for facts: UnitFacts,
        _ ask: (PolkitAction) async throws -> PolkitActionStatus
    ) async throws -> PolkitActionStatus {
        switch try await host.identity(of: subject) {
        case .unknown(let reason): return PolkitActionStatus(.undetermined([reason]))
        case .known(let identity) where identity.everyone.allSatisfy({ $0.user.effective == 0 }):
            if let doubt = try await host.doubt(ofUsersOnBus: [0], about: unit) {
                return PolkitActionStatus(.undetermined([doubt]))
            }
            let message = "accepts \(operation) from root"
            return PolkitActionStatus(.authorized([Reason(.unitControl, unit, message)]))
        case .known: return try await ask(action(for: facts))
        }
    }

    /// As systemd asks polkit: see bus_verify_manage_units_async_full() in its dbus-unit.c. It judges the
    /// effective user, who is whom a connection to the bus belongs to.
    private func action(for facts: UnitFacts) -> PolkitAction {
        var action = PolkitAction(
            "org.freedesktop.systemd1.manage-units",
            as: subject,
            details: [
                "unit": facts.id,
                "verb": operation.rawValue,
                "polkit.message": "Authentication is required to \(operation) '$(unit)'.",
                "polkit.gettext_domain": "systemd",
            ],
            on: host
        )
        action.judgesEffectiveUser = true
        return action
    }

    /// Whether systemd would queue the job for anybody: see bus_unit_queue_job() in its dbus-unit.c, and
    /// bus_unit_validate_load_state() in its dbus-util.c.
    private func possibility(_ facts: UnitFacts) -> Verdict {
        let state = facts.loadState.rawValue
        let decisive = operation.decisiveProperty
        let evidence = [
            Evidence("LoadState", facts: state),
            Evidence("ActiveState", facts: facts.activeState.rawValue),
            Evidence(decisive.name, facts: can(facts) == decisive.permits ? "yes" : "no"),
        ]
        func no(_ message: String) -> Verdict {
            .denied([Reason(.unitControl, unit, message, evidence: evidence)])
        }
        // What is not loaded can be stopped at the most, where it is masked or still runs.
        let isStopped = facts.loadState != .masked && facts.activeState == .inactive
        if facts.loadState != .loaded, operation != .stop || isStopped {
            return no("does not accept \(operation): it is \(state)")
        }
        guard can(facts) else {
            return no("does not accept \(operation): its unit file does not allow it")
        }
        if operation == .reload, facts.activeState != .active {
            let active = facts.activeState.rawValue
            return no("does not accept reload: it is \(active) (\(facts.subState))")
        }
        return .authorized([Reason(.unitControl, unit, "can \(operation)", evidence: evidence)])
    }

    private func can(_ facts: UnitFacts) -> Bool {
        facts.operations.contains(operation.systemd)
    }
}

extension UnitControl.Operation {
    /// The property by which systemd decides, and whether it permits where it is set.
    fileprivate var decisiveProperty: (name: String, permits: Bool) {
        switch self {
        case .start: ("RefuseManualStart", false)
        case .stop: ("RefuseManualStop or Perpetual", false)
        case .restart: ("CanStart and CanStop", true)
        case .reload: ("CanReload", true)
        }
    }

    var systemd: UnitOperation {
        switch self {
        case .start: .start
        case .stop: .stop
        case .restart: .restart
        case .reload: .reload
        }
    }
}

extension UnitControl: Askable {
    /// This process would be asked in place of another subject.
    package var canBeAskedFor: Bool { subject == .current }
}
