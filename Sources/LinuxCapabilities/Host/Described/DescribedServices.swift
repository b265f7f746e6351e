package import LinuxSystem

/// Described units. No job changes them.
struct DescribedUnits: UnitProbe {
    let units: [String: UnitFacts]

    func facts(of unit: String) async throws -> UnitFacts {
        let known = try known(unit)
        return known.unitFileState == .missing ? known.with(fileState: nil) : known
    }

    func fileState(of unit: String) async throws -> UnitFileState? {
        let known = try known(unit)
        if let state = known.unitFileState { return state == .missing ? nil : state }
        // What keeps systemd from loading it is its file.
        guard known.loadState == .masked else { throw MissingFact("the file of the unit \(unit)") }
        return .masked
    }

    private func known(_ unit: String) throws -> UnitFacts {
        guard let known = units[unit] else { throw MissingFact("the unit \(unit)") }
        return known
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
}

extension UnitFileState {
    /// A test's word for no file, of which systemd tells no state.
    package static let missing = UnitFileState(rawValue: "missing")
}

extension UnitFacts {
    func with(fileState: UnitFileState?) -> UnitFacts {
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

/// The described answers of polkit.
struct DescribedPolkit: PolkitProbe {
    let actions: [String: HostFacts.Polkit]

    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        guard let known = actions[question.action] else {
            throw MissingFact("the action \(question.action)")
        }
        if case .process(let process) = question.subject, let own = known.answers[process.user] {
            return own
        }
        guard known.hasAnswer else {
            throw MissingFact("the action \(question.action) for this user")
        }
        return known.answer
    }

    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try await answer(to: question)
    }

    func owner(ofName name: String) async throws -> String? {
        throw MissingFact("the bus name \(name)")
    }

    func session(withID id: String) async throws -> SessionFacts? {
        throw MissingFact("the session \(id)")
    }
}
