import Capabilities
package import LinuxSystem
import Procedures

/// Answers questions about systemd units, and has systemd change them.
package protocol UnitProbe: Sendable {
    /// What systemd says of a unit.
    ///
    /// - Throws: `InvalidUnitName`; `BusFailure`; `CancellationError`.
    func facts(of unit: String) async throws -> UnitFacts

    /// Whether the unit is started at boot, from its files as they are now; nil where there are none.
    func fileState(of unit: String) async throws -> UnitFileState?

    /// Has systemd do something with a unit, and waits for the end of the job.
    ///
    /// - Parameter interactively: Whether polkit may ask a person first.
    /// - Throws: `InvalidUnitName`; `BusFailure`, `remote` or `accessDenied` where systemd refuses;
    ///   `CancellationError` once no job of ours is left.
    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult

    /// Has a unit started at boot, or no more.
    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws

    /// What a unit said last in one run.
    func lastLines(ofInvocation invocation: String) async throws -> [String]

    /// Tells when systemd may say something else of a unit, from now on.
    ///
    /// - Throws: `InvalidUnitName`; `BusFailure` where systemd or the bus refuses to tell;
    ///   `CancellationError`; `Unwatched` where there is no systemd to tell.
    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource
}

extension Host {
    package static let unitFamily = Family<any UnitProbe>(live: LiveUnits())

    package var units: any UnitProbe { self[Self.unitFamily] }
}

extension UnitChanges: ChangeSource {}

struct LiveUnits: UnitProbe {
    /// Nil is the system's own, which is not made before it is needed.
    private let bus: SystemBus?
    private let journal: Journal

    init(bus: SystemBus? = nil, journal: Journal = Journal()) {
        self.bus = bus
        self.journal = journal
    }

    func facts(of unit: String) async throws -> UnitFacts {
        try await (bus ?? .shared).unit(named: unit, within: .seconds(60))
    }

    func fileState(of unit: String) async throws -> UnitFileState? {
        try await (bus ?? .shared).unitFileState(of: unit, within: .seconds(60))
    }

    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult {
        try await (bus ?? .shared).run(operation, unit, interactively: interactively)
    }

    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws {
        try await (bus ?? .shared).enable(isEnabled, unit, interactively: interactively)
    }

    func lastLines(ofInvocation invocation: String) async throws -> [String] {
        try await journal.lastLines(ofInvocation: invocation, atMost: 10)
    }

    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource {
        try await UnitChanges(of: unit, on: bus ?? .shared) { bell.ring() }
    }
}
