import LinuxCapabilities

/// The containers of this machine. Each answer is recorded.
struct RecordedContainers: ContainerProbe {
    let recorder: HostRecorder
    private let live = Host.live[Host.containerFamily]

    init(recorder: HostRecorder) { self.recorder = recorder }

    func container(named name: ContainerName) async throws -> FoundContainer {
        let found = try await live.container(named: name)
        let process: ContainerProcess?
        switch found {
        case .one(let one): process = one
        case .missing: process = nil
        // There is no answer to record.
        case .several, .unknown: return found
        }
        recorder.note { facts in
            // Two runtimes may have a container of one name. A fact can describe only one of them.
            let isOther = facts.containers[name.text].map { $0 != process } ?? false
            facts.containers[name.text] = isOther ? nil : .some(process)
        }
        return found
    }
}
