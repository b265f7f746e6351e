import LinuxCapabilities
import LinuxSystem

/// The polkit of this machine. Each answer is recorded.
struct RecordedPolkit: PolkitProbe {
    let recorder: HostRecorder
    private let live = Host.live[Host.polkitFamily]

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

    func ownUserOnBus() async throws -> UInt32 { try await live.ownUserOnBus() }

    func session(withID id: String) async throws -> SessionFacts? {
        try await live.session(withID: id)
    }

    func changes(orOwnerOf name: String?, waking bell: Bell) throws -> any ChangeSource {
        try live.changes(orOwnerOf: name, waking: bell)
    }
}
