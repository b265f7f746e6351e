package import LinuxSystem

/// Answers questions about systemd units.
package protocol UnitProbe: Sendable {
    /// What systemd says of a unit.
    ///
    /// - Throws: `InvalidUnitName`; `BusFailure`; `CancellationError`.
    func facts(of unit: String) async throws -> UnitFacts

    /// Whether the unit is started at boot, from its files as they are now; nil where there are none.
    func fileState(of unit: String) async throws -> UnitFileState?
}

struct LiveUnits: UnitProbe {
    /// Nil is the system's own, which is not made before it is needed.
    private let bus: SystemBus?

    init(bus: SystemBus? = nil) { self.bus = bus }

    func facts(of unit: String) async throws -> UnitFacts {
        try await (bus ?? .shared).unit(named: unit, within: .seconds(60))
    }

    func fileState(of unit: String) async throws -> UnitFileState? {
        try await (bus ?? .shared).unitFileState(of: unit, within: .seconds(60))
    }
}
