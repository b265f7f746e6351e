import LinuxSystem

/// The units of this machine, each that was asked about kept.
struct RecordedUnits: UnitProbe {
    let recorder: HostRecorder
    private let live = LiveUnits()

    init(recorder: HostRecorder) { self.recorder = recorder }

    func facts(of unit: String) async throws -> UnitFacts {
        let found = try await live.facts(of: unit)
        recorder.note { $0.units[unit] = found }
        return found
    }

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

/// What polkit says on this machine, each answer kept.
struct RecordedPolkit: PolkitProbe {
    let recorder: HostRecorder
    private let live = LivePolkit()

    init(recorder: HostRecorder) { self.recorder = recorder }

    func answer(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        let found = try await live.answer(to: question)
        guard let found, case .process(let process) = question.subject else {
            recorder.note { $0.polkit[question.action] = HostFacts.Polkit(found) }
            return found
        }
        recorder.note {
            let known = $0.polkit[question.action]?.answers ?? [:]
            $0.polkit[question.action] = HostFacts.Polkit(
                of: known.merging([process.user: found]) { $1 }
            )
        }
        return found
    }

    func answerOfPerson(to question: PolkitQuestion) async throws -> PolkitAnswer? {
        try await live.answerOfPerson(to: question)
    }

    func owner(ofName name: String) async throws -> String? { try await live.owner(ofName: name) }

    func session(withID id: String) async throws -> SessionFacts? {
        try await live.session(withID: id)
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        try live.changes(orOwnerOf: name, waking: bell)
    }
}
