public import Capabilities
import Kernel
import LinuxSystem
public import Procedures
import ServiceModel

/// The permission of a subject to have systemd start, stop, restart or reload a unit.
///
/// ```swift
/// try await withPermit(for: UnitControl(.restart, "nginx.service")) { permit in
///     try await permit.carryOut()
/// }
/// ```
///
/// The verdict follows systemd's own rule. Root needs no permission. For other users, polkit decides about
/// `org.freedesktop.systemd1.manage-units` with the details `unit` and `verb`; only root can ask polkit about these.
/// The unit must also support the operation: it must be loaded, and its file must not refuse the operation. Asking lets
/// polkit ask a person. A look or a request never starts the operation; only the permit does.
/// - SeeAlso: org.freedesktop.systemd1(5), systemctl(1), polkit(8).
public struct UnitControl: KeepableCapability {
    public enum Operation: String, CaseIterable, Hashable, Sendable {
        case start, stop, restart
        /// Reloads the unit's configuration, if its file defines how. The unit must be active.
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

    /// - Throws: The error that prevented a question to systemd or polkit: no bus, a time-out.
    public func authorizationStatus() async throws -> UnitControlStatus {
        try await status { try await $0.authorizationStatus() }
    }

    /// Lets polkit ask a person if it has to, for at most five minutes.
    ///
    /// - Throws: The errors of ``authorizationStatus()``.
    public func requestAuthorization() async throws -> UnitControlStatus {
        try await status { try await $0.requestAuthorization() }
    }

    /// The present status, then a new status each time that systemd or polkit may answer differently. It never asks a
    /// person.
    ///
    /// The changes are those of ``SystemdUnit/updates`` and ``PolkitAction/updates``.
    ///
    /// - Throws: `Unwatched` for an invalid unit name, if the bus or systemd refuses to announce changes, and when the
    ///   judged process has ended.
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

    public var unkeepable: Reason? { subject.unkeepable }

    /// The fault of the name with its remedy; nil for a name that systemd accepts.
    package var invalidName: String? { SystemdUnit(unit, on: host).invalidName }

    /// Returns the assumptions about the subject's confinement.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// The verdict whether an operation on a unit is permitted, and possible.
public struct UnitControlStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict
    /// True if the yes came from a person and polkit does not keep it.
    public let isForThisOnce: Bool

    public func meets(_ requirement: Void) -> Verdict { verdict }
}

extension UnitControl {
    /// - Parameter ask: Asks polkit, and lets it ask a person or not.
    private func status(
        _ ask: (PolkitAction) async throws -> PolkitActionStatus
    ) async throws -> UnitControlStatus {
        let facts = try await host.units.facts(of: unit)
        guard facts.loadState != .notFound else {
            let reason = Reason(.unitNotFound, unit, "does not exist here")
            return UnitControlStatus(verdict: .denied([reason]), isForThisOnce: false)
        }
        // systemd checks in this order: first the caller's permission, then the unit's state.
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
            if let doubt = try await host.doubt(ofBusFor: subject, identity, about: unit) {
                return PolkitActionStatus(.undetermined([doubt]))
            }
            let message = "accepts \(operation) from root"
            let verdict = Verdict.authorized([Reason(.unitControl, unit, message)])
            return PolkitActionStatus(
                identity.settling(
                    verdict,
                    about: .kernelCapabilities,
                    of: subject,
                    using: .callingBus,
                    on: unit
                )
            )
        case .known: return try await ask(action(for: facts))
        }
    }

    /// Returns the question that systemd puts to polkit: see bus_verify_manage_units_async_full() in its dbus-unit.c.
    /// systemd judges the effective user, who owns a connection to the bus.
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

    /// Returns whether systemd would queue the job for any caller: see bus_unit_queue_job() in its dbus-unit.c, and
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
        // A unit that is not loaded accepts only a stop, and only if it is masked or not inactive.
        let isStopped = facts.loadState != .masked && facts.activeState == .inactive
        if facts.loadState != .loaded, operation != .stop || isStopped {
            return no("does not accept \(operation): it is \(state)")
        }
        guard can(facts) else {
            return no("does not accept \(operation): its unit file does not allow it")
        }
        if operation == .reload, facts.activeState != .active, facts.activeState != .reloading {
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
    /// The property by which systemd decides, and whether the operation is permitted when that property is set.
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
    /// False for another subject, because polkit would ask for this process in its place.
    package var canBeAskedFor: Bool { subject == .current }
}
