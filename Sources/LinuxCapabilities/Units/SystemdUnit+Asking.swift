import LinuxSystem
import Procedures

extension SystemdUnit {
    /// - Returns: Why it could not be done; nil where it was, or cannot be asked for.
    func bringAbout() async throws -> Reason? {
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
