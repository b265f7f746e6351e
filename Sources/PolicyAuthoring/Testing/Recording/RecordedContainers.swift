import LinuxCapabilities

/// The containers of this machine. Each answer is recorded.
struct RecordedContainers: ContainerProbe {
    let recorder: HostRecorder
    private let live = Host.live[Host.containerFamily]

    init(recorder: HostRecorder) { self.recorder = recorder }

    func container(named name: ContainerName) async throws -> FoundContainer {
        let found = try await live.container(named: name)
        recorder.note { facts in
            switch found {
            case .one(let process): facts.containers[name.text] = .some(process)
            case .missing: facts.containers[name.text] = .some(nil)
            // There is no answer to record.
            case .several, .unknown: break
            }
        }
        return found
    }
}
