package import LinuxSystem
import Procedures

/// Described units. No job changes them.
struct DescribedUnits: UnitProbe {
    let facts: DescribedFacts

    func facts(of unit: String) async throws -> UnitFacts {
        let known = try known(unit)
        return known.unitFileState == .missing ? known.with(fileState: nil) : known
    }

    func fileState(of unit: String) async throws -> UnitFileState? {
        let known = try known(unit)
        if let state = known.unitFileState { return state == .missing ? nil : state }
        // systemd does not load a unit with this file.
        guard known.loadState == .masked else {
            throw MissingFact("the file of the unit \(unit)")
        }
        return .masked
    }

    private func known(_ unit: String) throws -> UnitFacts {
        let (known, isWhole) = facts.read { ($0.units[unit], $0.isWhole) }
        if let known { return known }
        guard isWhole else { throw MissingFact("the unit \(unit)") }
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
    /// The word of a test for no file, of which systemd states nothing.
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
    let facts: DescribedFacts

    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try answer(to: question, byPerson: false)
    }

    /// polkit keeps the answer of a person.
    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        if let answer = facts.read({ $0.polkit[question.action]?.ofPerson }) {
            facts.change {
                $0.polkit[question.action]?.answer = answer
                $0.polkit[question.action]?.hasAnswer = true
            }
        }
        return try answer(to: question, byPerson: true)
    }

    private func answer(to question: PolkitQuestion, byPerson: Bool) throws -> PolkitAnswer? {
        if let failure = facts.read({ $0.polkitFailure }) { throw failure }
        facts.note(question, toPerson: byPerson)
        let (found, isWhole) = facts.read { ($0.polkit[question.action], $0.isWhole) }
        guard let known = found else {
            if isWhole { return nil }
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

    func owner(ofName name: String) async throws -> String? {
        let (owner, isWhole) = facts.read { ($0.busNames[name], $0.isWhole) }
        guard owner != nil || isWhole else { throw MissingFact("the bus name \(name)") }
        return owner
    }

    func session(withID id: String) async throws -> SessionFacts? {
        let (session, isWhole) = facts.read { ($0.sessions[id], $0.isWhole) }
        guard session != nil || isWhole else { throw MissingFact("the session \(id)") }
        return session
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        DescribedChanges(of: facts, waking: bell)
    }
}

/// A described terminal.
struct DescribedTerminal: TerminalProbe {
    let facts: DescribedFacts

    func answer(to question: String) async throws -> TerminalAnswer {
        facts.answer(onTerminal: question)
            ?? .noTerminal(SystemError("open(2)", "/dev/tty", code: Errno.ENXIO))
    }
}
