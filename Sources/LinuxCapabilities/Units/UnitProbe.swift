import Capabilities
package import LinuxSystem
import Procedures

/// Answers questions about systemd units, and has systemd change them.
package protocol UnitProbe: Sendable {
    /// Returns the facts of systemd about a unit.
    ///
    /// - Throws: `InvalidUnitName`; `BusFailure`; `CancellationError`.
    func facts(of unit: String) async throws -> UnitFacts

    /// Returns the facts of systemd about itself.
    func managerFacts() async throws -> ManagerFacts

    /// Returns the state of the unit from its present files, such as `enabled`; nil if there are none. An alias has the
    /// state of its unit; it is `alias` only if systemd has not read it as an alias yet.
    func fileState(of unit: String) async throws -> UnitFileState?

    /// Has systemd do an operation on a unit, and waits for the end of the job.
    ///
    /// - Parameter interactively: True if polkit may ask a person first.
    /// - Throws: `InvalidUnitName`; `BusFailure`, `remote` or `accessDenied` if systemd refuses; `CancellationError`
    ///   when no job of ours is left.
    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult

    /// Enables or disables the start of a unit at boot.
    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws

    /// Returns the last output of a unit in one run.
    func lastLines(ofInvocation invocation: String) async throws -> [String]

    /// Returns a source that reports when systemd's answers about a unit may have changed, from now on.
    ///
    /// - Throws: `InvalidUnitName`; `BusFailure` if systemd or the bus refuses to announce changes;
    ///   `CancellationError`; `Unwatched` if there is no systemd.
    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource
}

extension Host {
    package static let unitFamily = Family<any UnitProbe>(live: LiveUnits())

    package var units: any UnitProbe { self[Self.unitFamily] }
}

extension UnitChanges: ChangeSource {}

struct LiveUnits: UnitProbe {
    /// The bus; nil is the system bus, which is opened only when needed.
    private let bus: SystemBus?
    private let journal: Journal

    init(bus: SystemBus? = nil, journal: Journal = Journal()) {
        self.bus = bus
        self.journal = journal
    }

    func facts(of unit: String) async throws -> UnitFacts {
        try await (bus ?? .shared).unit(named: unit, within: .seconds(60))
    }

    func managerFacts() async throws -> ManagerFacts {
        try await (bus ?? .shared).managerFacts(within: .seconds(60))
    }

    func fileState(of unit: String) async throws -> UnitFileState? {
        let bus = bus ?? .shared
        let state = try await bus.unitFileState(of: unit, within: .seconds(60))
        guard state == .alias else { return state }
        let id = try await bus.unit(named: unit, within: .seconds(60)).id
        return id == unit ? state : try await bus.unitFileState(of: id, within: .seconds(60))
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
