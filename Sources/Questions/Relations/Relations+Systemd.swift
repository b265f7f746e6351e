import Capabilities
import LinuxCapabilities

extension Relations {
    static let ofUnits = Relations(
        of: SystemdUnit.self,
        isPossibleBeside: { unit, _, other in
            switch other.question {
            case let another as SystemdUnit:
                unit.unit != another.unit || unit.state.isApart(from: another.state)
            case let control as UnitControl: unit.unit != control.unit
            case is PolkitAction, is SocketCreation: true
            default: false
            }
        }
    )

    static let ofUnitControl = Relations(
        of: UnitControl.self,
        isPossible: { control, isGranted in isGranted || !control.isAboutRoot },
        isPossibleBeside: { control, _, other in
            guard let another = other.question as? UnitControl else { return false }
            return control.unit != another.unit || control.operation != another.operation
        }
    )

    static let ofPolkit = Relations(
        of: PolkitAction.self,
        isPossible: { action, isGranted in isGranted || !action.isAboutRoot },
        isPossibleBeside: { action, _, other in
            (other.question as? PolkitAction).map { action.action != $0.action } ?? false
        }
    )

    static let ofConfirmations = Relations(
        of: Confirmation.self,
        isPossibleBeside: { _, _, _ in true }
    )
}

extension SystemdUnit.State {
    private static let running: Set<Self> = [.active, .inactive, .failed]
    private static let startedAtBoot: Set<Self> = [.enabled, .disabled]

    /// Returns whether the states are independent: a unit may run regardless of whether it starts at boot.
    fileprivate func isApart(from other: Self) -> Bool {
        Self.running.contains(self) && Self.startedAtBoot.contains(other)
            || Self.startedAtBoot.contains(self) && Self.running.contains(other)
    }
}
