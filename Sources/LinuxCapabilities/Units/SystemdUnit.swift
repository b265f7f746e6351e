public import Capabilities
import LinuxSystem
import Procedures

/// The state of a systemd unit, the same for every subject.
///
/// systemd is asked over D-Bus, as `systemctl show` asks it; looking at a unit that was not in memory
/// loads it, and starts nothing.
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
    private let host: Host

    public init(_ unit: String, _ state: State = .active, on host: Host = .live) {
        self.unit = unit
        self.state = state
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

/// The state of a unit in systemd's own words.
public struct SystemdUnitStatus: AuthorizationStatus, Hashable {
    public let unit: String
    /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    public let loadState: String
    /// `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    public let activeState: String
    /// Depends on the type of the unit: `running`, `exited`, `listening`.
    public let subState: String
    /// `enabled`, `disabled`, `static` and others; nil where there is no file.
    public let unitFileState: String?
    /// How the last run ended: `success`, `exit-code`; nil for types that do not run.
    public let result: String?

    public func meets(_ requirement: SystemdUnit.State) -> Verdict {
        guard loadState != "not-found" else {
            return .denied([
                Reason("unit-not-found", unit, "does not exist here", evidence: evidence)
            ])
        }
        guard !has(requirement) else {
            return .authorized([Reason("unit-state", unit, "is \(found)", evidence: evidence)])
        }
        return .denied([Reason("unit-state", unit, "is \(found)", evidence: evidence)])
    }

    private func has(_ state: SystemdUnit.State) -> Bool {
        switch state {
        case .active: activeState == "active" || activeState == "reloading"
        case .inactive: activeState == "inactive"
        case .failed: activeState == "failed"
        case .loaded: loadState == "loaded"
        case .masked: loadState == "masked"
        case .enabled: unitFileState == "enabled" || unitFileState == "enabled-runtime"
        case .disabled: unitFileState == "disabled"
        }
    }

    /// `active (running), enabled`; `failed (failed), result exit-code, disabled`.
    private var found: String {
        var words = [loadState == "loaded" ? "\(activeState) (\(subState))" : loadState]
        if activeState == "failed", let result { words.append("result \(result)") }
        if let unitFileState, unitFileState != loadState { words.append(unitFileState) }
        return words.joined(separator: ", ")
    }

    private var evidence: [Evidence] {
        [
            Evidence("LoadState", facts: loadState),
            Evidence("ActiveState", facts: activeState),
            Evidence("SubState", facts: subState),
            Evidence("UnitFileState", facts: unitFileState ?? ""),
            Evidence("Result", facts: result ?? ""),
        ].filter { !$0.facts.isEmpty }
    }
}
