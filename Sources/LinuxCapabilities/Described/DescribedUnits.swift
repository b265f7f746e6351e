package import LinuxSystem
import Procedures

/// Described units, which no job changes.
struct DescribedUnits: UnitProbe {
    let facts: DescribedFacts

    func facts(of unit: String) async throws -> UnitFacts {
        let known = try known(unit)
        return known.unitFileState == .missing ? known.with(fileState: nil) : known
    }

    /// Facts describe no unit files, so that no time is later.
    func managerFacts() -> ManagerFacts { ManagerFacts(controlGroup: "/init.scope", readTime: 0) }

    func fileState(of unit: String) async throws -> UnitFileState? {
        let known = try known(unit)
        if let state = known.unitFileState { return state == .missing ? nil : state }
        // systemd does not load a unit with a masked file.
        guard known.loadState == .masked else {
            throw MissingFact("the file of the unit \(unit)", in: "units")
        }
        return .masked
    }

    private func known(_ unit: String) throws -> UnitFacts {
        let (known, isWhole) = facts.read { ($0.units[unit], $0.isWhole) }
        if let known { return known }
        guard isWhole else { throw MissingFact("the unit \(unit)", in: "units") }
        return UnitFacts(
            id: unit,
            activeState: .inactive,
            subState: "dead",
            loadState: .notFound,
            unitFileState: .missing
        )
    }

    func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool
    ) async throws -> UnitJobResult { throw MissingFact("a job of \(unit)") }

    func enable(_ isEnabled: Bool, _ unit: String, interactively: Bool) async throws {
        throw MissingFact("a job of \(unit)")
    }

    func lastLines(ofInvocation invocation: String) async throws -> [String] { [] }

    func changes(of unit: String, waking bell: Bell) async throws -> any ChangeSource {
        DescribedChanges(of: facts, waking: bell)
    }
}

extension UnitFileState {
    /// The word of a test for a missing file, about which systemd states nothing.
    package static let missing = UnitFileState(rawValue: "missing")
}

extension UnitFacts {
    package func with(fileState: UnitFileState?) -> UnitFacts {
        UnitFacts(
            id: id,
            activeState: activeState,
            subState: subState,
            loadState: loadState,
            unitFileState: fileState,
            mainPID: mainPID,
            controlGroup: controlGroup,
            operations: operations
        )
    }
}
