import LinuxCapabilities
import Policies
import PolicyLanguage

/// Finds a unit that would have to be in two states of one kind at the same time.
struct ExclusiveStates: LintRule {
    static let id = "exclusive-states"
    static let severity = LintFinding.Severity.error
    static let summary = "a unit is to be in two states that exclude each other"

    func findings(in policy: LintedPolicy) -> [LintFinding] {
        var firsts: [Key: (unit: SystemdUnit, line: Int)] = [:]
        return policy.requirements.compactMap { placed in
            guard placed.isNecessary, placed.isWanted,
                let unit = placed.capability as? SystemdUnit
            else { return nil }
            let key = Key(unit: unit.unit, kind: unit.state.kind)
            guard let first = firsts[key] else {
                firsts[key] = (unit, placed.syntax.location.line)
                return nil
            }
            guard first.unit.state != unit.state else { return nil }
            return Self.finding(
                at: placed.syntax.location,
                "\(unit.unit.quoted) cannot be \(unit.state.rawValue) and, as line \(first.line) "
                    + "requires, \(first.unit.state.rawValue)",
                help: "remove one, or write both as parts of an `any`"
            )
        }
    }

    private struct Key: Hashable {
        let unit: String
        let kind: String
    }
}

extension SystemdUnit.State {
    /// The property that has this value, see org.freedesktop.systemd1(5).
    var kind: String {
        switch self {
        case .active, .inactive, .failed: "ActiveState"
        case .loaded, .masked: "LoadState"
        case .enabled, .disabled: "UnitFileState"
        }
    }
}
