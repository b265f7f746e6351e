public import Capabilities
import LinuxSystem
public import Procedures

/// The state of a systemd unit, the same for every subject.
///
/// systemd is asked over D-Bus, as `systemctl show` asks it. A look at a unit that is not in memory loads it, and
/// starts nothing. A request has systemd reach the state. It starts the unit for `active`, stops it for `inactive`,
/// follows the job to its end, and creates or removes the links for `enabled` and `disabled`. Other states cannot be
/// asked for. ``UnitControl`` answers if the subject may do so.
/// - SeeAlso: systemctl(1), org.freedesktop.systemd1(5).
public struct SystemdUnit: KeepableCapability {
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Running, or reloading its configuration.
        case active
        case inactive
        /// The unit has failed, and has not been reset since.
        case failed
        /// Its file was read without an error.
        case loaded
        case masked
        /// The unit starts at boot, permanently or until the next boot.
        case enabled
        case disabled
    }

    /// The full name: `nginx.service`.
    public let unit: String
    public let state: State
    /// True if polkit may ask a person for a request.
    public let isInteractive: Bool
    let host: Host

    /// - Parameter interactively: True if polkit may ask a person, through an authentication agent, for a request. If
    ///   not, polkit refuses if it would have to ask.
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

    /// Only `active` and `failed` may be kept. All else depends on files too, whose changes a look sees at once, and
    /// systemd announces at a `daemon-reload`.
    public var unkeepable: Reason? {
        switch state {
        case .active, .failed: nil
        default:
            Reason(
                .notWatched,
                unit,
                "may change with its files, which systemd announces only at a reload"
            )
        }
    }

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

    /// Has systemd reach the state, within five minutes, and looks again.
    ///
    /// When the task is cancelled or the time is over, the job is cancelled too, unless it may be another client's.
    /// Changes that it has begun in the unit continue.
    /// - Returns: A status whose reasons show why the request was not enough: the refusal of systemd, the end of the
    ///   job, the end of the unit's process, and its last output.
    /// - Throws: The error that prevented the question to systemd: no bus, a time-out; `CancellationError`.
    public func requestAuthorization() async throws -> SystemdUnitStatus {
        let trouble = try await bringAbout()
        return try await authorizationStatus().asked(trouble)
    }

    /// The present status, then a new status each time that systemd's answer may have changed.
    ///
    /// systemd announces changes of the unit's state, links that it creates or removes, and `daemon-reload`. Manual
    /// changes of a unit's files are announced at that `daemon-reload`. When systemd or the bus has stopped and
    /// returned, the present status is reported first. Without a bus the look fails, and later changes are still
    /// reported.
    ///
    /// - Throws: `Unwatched` for an invalid unit name, and if the bus or systemd refuses to announce changes.
    /// - SeeAlso: org.freedesktop.systemd1(5).
    public var updates: StatusUpdates<SystemdUnitStatus> {
        StatusUpdates {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            return Changes([try await host.units.changes(of: unit, waking: bell)], waking: bell)
        }
    }

    /// The fault of the name with its remedy; nil for a name that systemd accepts.
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
    /// - Returns: The reason for the failure; nil if it succeeded, or if the state cannot be asked for.
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

extension SystemdUnit: Unconditional {}
