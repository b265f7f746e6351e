public import Capabilities
import LinuxSystem
import Procedures

/// The state of a systemd unit, the same for every subject.
///
/// systemd is asked over D-Bus, as `systemctl show` asks it; looking at a unit that was not in memory
/// loads it, and starts nothing. To ask is to have systemd bring the state about: it starts the unit for
/// `active`, stops it for `inactive`, follows the job to its end, and makes or removes the links for
/// `enabled` and `disabled`; other states cannot be asked for. Whether one may, ``UnitControl`` tells.
/// - SeeAlso: systemctl(1), org.freedesktop.systemd1(5).
public struct SystemdUnit: Capability {
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Running, or reloading its configuration.
        case active
        case inactive
        /// Ended badly, and not reset since.
        case failed
        /// Its file was read without an error.
        case loaded
        case masked
        /// Started at boot, until the next one or for good.
        case enabled
        case disabled
    }

    /// The full name: `nginx.service`.
    public let unit: String
    public let state: State
    /// Whether polkit may ask a person where this is asked for.
    public let isInteractive: Bool
    let host: Host

    /// - Parameter interactively: Whether polkit may ask a person, through an authentication agent, where
    ///   the state is asked for; else it says no where it would have to.
    public init(
        _ unit: String,
        _ state: State = .active,
        interactively: Bool = false,
        on host: Host = .live
    ) {
        self.unit = unit
        self.state = state
        isInteractive = interactively
        self.host = host
    }

    public var name: String { "unit \(unit) \(state.rawValue)" }

    public var requirement: State { state }

    public func authorizationStatus() async throws -> SystemdUnitStatus {
        let facts = try await host.units.facts(of: unit)
        var fileState = facts.unitFileState
        if state == .enabled || state == .disabled, facts.loadState != .notFound {
            fileState = try await host.units.fileState(of: unit)
        }
        return SystemdUnitStatus(
            unit: unit,
            loadState: facts.loadState.rawValue,
            activeState: facts.activeState.rawValue,
            subState: facts.subState,
            unitFileState: fileState?.rawValue,
            result: facts.result
        )
    }

    /// Has systemd bring the state about, within five minutes, and looks again.
    ///
    /// When the task is cancelled or the time is over, the job is cancelled too, unless it may be somebody
    /// else's; what it has begun goes on in the unit.
    /// - Returns: A status whose reasons say why asking was not enough: what systemd refused, how the job
    ///   ended, how the unit's process did, and what that said last.
    /// - Throws: what kept systemd from being asked: no bus, a time-out; `CancellationError`.
    public func requestAuthorization() async throws -> SystemdUnitStatus {
        let trouble = try await bringAbout()
        return try await authorizationStatus().asked(trouble)
    }

    /// The present status, then what is found each time that systemd may say something else.
    ///
    /// systemd tells of the unit's state, of links that it makes or removes, and that it has read all units
    /// anew (`daemon-reload`); what is done to a unit's files by hand is told then. When systemd or the bus
    /// went away and came back, the present status is told first. Without a bus the look fails, and what is
    /// there later is told.
    ///
    /// - Throws: `Unwatched` for a name that is none, and where the bus or systemd refuses to tell.
    /// - SeeAlso: org.freedesktop.systemd1(5).
    public var updates: StatusUpdates<SystemdUnitStatus> {
        StatusUpdates {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            return Changes([try await host.units.changes(of: unit, waking: bell)], waking: bell)
        }
    }

    /// What is wrong with the name, and the remedy; nil for a name that systemd would take.
    package var invalidName: String? {
        do throws(InvalidUnitName) {
            let name = try UnitName(unit)
            return name.isTemplate ? InvalidUnitName(unit, .template).description : nil
        } catch {
            return error.description
        }
    }
}

extension SystemdUnit {
    /// - Returns: Why it could not be done; nil where it was, or cannot be asked for.
    private func bringAbout() async throws -> Reason? {
        switch state {
        case .active: try await change(.start)
        case .inactive: try await change(.stop)
        case .enabled: try await enable(true)
        case .disabled: try await enable(false)
        case .failed, .loaded, .masked: nil
        }
    }

    private func change(_ operation: UnitOperation) async throws -> Reason? {
        try await UnitChange(
            operation: operation,
            unit: unit,
            isInteractive: isInteractive,
            host: host
        ).run(within: .seconds(300))
    }

    private func enable(_ isEnabled: Bool) async throws -> Reason? {
        do {
            try await host.units.enable(isEnabled, unit, interactively: isInteractive)
            return nil
        } catch let failure as BusFailure {
            let what = isEnabled ? "to enable it" : "to disable it"
            let refusal = UnitRefusal(failure, what, unit, isInteractive: isInteractive)
            guard let refusal else { throw failure }
            return refusal.reason
        }
    }
}

extension SystemdUnit: Askable {
    package var canBeAskedFor: Bool {
        switch state {
        case .active, .inactive, .enabled, .disabled: true
        case .failed, .loaded, .masked: false
        }
    }
}
