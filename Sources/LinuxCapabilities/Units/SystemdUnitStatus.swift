public import Capabilities
import Procedures

/// The state of a unit in systemd's own words.
public struct SystemdUnitStatus: AuthorizationStatus, Hashable {
    public let unit: String
    /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
    public let loadState: String
    /// `active`, `reloading`, `inactive`, `failed`, `activating`, `deactivating`.
    public let activeState: String
    /// Depends on the type of the unit: `running`, `exited`, `listening`.
    public let subState: String
    /// `enabled`, `disabled`, `static` and others; nil if there is no file.
    public let unitFileState: String?
    /// The result of the last run: `success`, `exit-code`; nil for types that do not run.
    public let result: String?
    /// The reason why a request was not enough; nil if it was, or if there was none.
    var trouble: Reason?

    public func meets(_ requirement: SystemdUnit.State) -> Verdict {
        let asked = trouble.map { [$0] } ?? []
        guard loadState != "not-found" else {
            return .denied(
                [Reason(.unitNotFound, unit, "does not exist here", evidence: evidence)] + asked
            )
        }
        if requirement == .enabled || requirement == .disabled, unitFileState == "alias" {
            let problem = "is an alias, and systemd has not loaded its unit"
            let help = "run `systemctl daemon-reload`"
            return .undetermined([
                Reason(.unitState, unit, "\(problem); \(help)", evidence: evidence)
            ])
        }
        let state = Reason(.unitState, unit, "is \(found)", evidence: evidence)
        return has(requirement) ? .authorized([state]) : .denied([state] + asked)
    }

    func asked(_ trouble: Reason?) -> Self {
        var status = self
        status.trouble = trouble
        return status
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
