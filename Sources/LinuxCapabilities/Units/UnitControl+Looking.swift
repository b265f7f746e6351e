import Capabilities
import Kernel
import LinuxSystem
import Procedures

extension UnitControl {
    /// - Parameter ask: Asks polkit, a person too or not.
    func status(
        _ ask: (PolkitAction) async throws -> PolkitActionStatus
    ) async throws -> UnitControlStatus {
        let facts = try await host.units.facts(of: unit)
        guard facts.loadState != .notFound else {
            let reason = Reason("unit-not-found", unit, "does not exist here")
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
            let message = "may be told to \(operation) by root"
            return PolkitActionStatus(.authorized([Reason("unit-control", unit, message)]))
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
        let evidence = [
            Evidence("LoadState", facts: state),
            Evidence("ActiveState", facts: facts.activeState.rawValue),
            Evidence("Can\(operation.rawValue.capitalizedWord)", facts: can(facts) ? "yes" : "no"),
        ]
        func no(_ message: String) -> Verdict {
            .denied([Reason("unit-control", unit, message, evidence: evidence)])
        }
        // What is not loaded can be stopped at the most, where it is masked or still runs.
        let isStopped = facts.loadState != .masked && facts.activeState == .inactive
        if facts.loadState != .loaded, operation != .stop || isStopped {
            return no("cannot be told to \(operation): it is \(state)")
        }
        guard can(facts) else {
            return no("cannot be told to \(operation): its file does not allow it")
        }
        if operation == .reload, facts.activeState != .active {
            let active = facts.activeState.rawValue
            return no("cannot be told to reload: it is \(active) (\(facts.subState))")
        }
        return .authorized([Reason("unit-control", unit, "can \(operation)", evidence: evidence)])
    }

    private func can(_ facts: UnitFacts) -> Bool {
        facts.operations.contains(operation.systemd)
    }
}

extension UnitControl.Operation {
    var systemd: UnitOperation {
        switch self {
        case .start: .start
        case .stop: .stop
        case .restart: .restart
        case .reload: .reload
        }
    }
}

extension String {
    fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
