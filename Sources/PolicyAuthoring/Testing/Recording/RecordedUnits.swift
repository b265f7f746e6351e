import LinuxCapabilities
import LinuxSystem

/// The units of this machine. Each answer is recorded.
struct RecordedUnits: UnitProbe {
    let recorder: HostRecorder
    private let live = Host.live[Host.unitFamily]

    init(recorder: HostRecorder) { self.recorder = recorder }

    func facts(of unit: String) async throws -> UnitFacts {
        let found = try await live.facts(of: unit)
        recorder.note { $0.units[unit] = found }
        return found
    }

    func managerFacts() async throws -> ManagerFacts { try await live.managerFacts() }

    func fileState(of unit: String) async throws -> UnitFileState? {
        let found = try await live.fileState(of: unit)
        recorder.note { $0.units[unit] = $0.units[unit]?.with(fileState: found ?? .missing) }
        return found
    }

    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult {
        try await live.run(operation, unit, interactively: interactively)
    }

    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws {
        try await live.enable(isEnabled, unit, interactively: interactively)
    }

    func lastLines(ofInvocation invocation: String) async throws -> [String] {
        try await live.lastLines(ofInvocation: invocation)
    }

    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource {
        try await live.changes(of: unit, waking: bell)
    }
}
