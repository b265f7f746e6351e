import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `unit: nginx.service`, with `state: active` and the others. The same for every subject.
    static func unit(on host: Host) -> Word {
        let states = SystemdUnit.State.allCases.map(\.rawValue)
        let key = Vocabulary.Key("state", values: states, "The state to be in.", standard: "active")
        let summary = "A systemd unit is in a state, the same for every subject."
        let form = Vocabulary.Word("unit", keys: [key], summary, form: .unitName)
        return Word(form) { use, _ throws(Diagnostic) in
            let state = use.keys["state"].flatMap { SystemdUnit.State(rawValue: $0.value) }
            // Only `--authorize` asks for it, and a person is there then.
            let unit = SystemdUnit(
                use.value.value,
                state ?? .active,
                interactively: true,
                on: host
            )
            if let invalid = unit.invalidName {
                throw Diagnostic("invalid-unit-name", at: use.value.location, invalid)
            }
            return unit
        }
    }
}
