extension SystemBus {
    /// Has a unit started at boot, or no more, as systemctl(1) does: by links for its `[Install]` section.
    ///
    /// A unit without such a section stays as it is.
    /// - Parameter interactively: Whether polkit may ask a person first.
    /// - Throws: as ``run(_:_:interactively:)``, but for the job.
    package func enable(
        _ isEnabled: Bool,
        _ unit: String,
        interactively: Bool = false
    ) async throws {
        guard !interactively else {
            return try await withConnection { bus in
                try await bus.enable(isEnabled, try UnitName(unit), interactively: true)
            }
        }
        try await enable(isEnabled, try UnitName(unit), interactively: false)
    }

    private func enable(
        _ isEnabled: Bool,
        _ unit: UnitName,
        interactively: Bool
    ) async throws {
        let name = BusArgument.texts([unit.text])
        // For good, and no link of another unit is replaced.
        let call =
            isEnabled
            ? MethodCall.manager(
                "EnableUnitFiles",
                name,
                .flag(false),
                .flag(false),
                interactively: interactively
            )
            : .manager("DisableUnitFiles", name, .flag(false), interactively: interactively)
        let limit = Duration.seconds(interactively ? 300 : 60)
        try await ask(call, within: limit) { _ in }
        // So that systemd knows what the links say.
        let reload = MethodCall.manager("Reload", interactively: interactively)
        try await ask(reload, within: limit) { _ in }
    }
}
