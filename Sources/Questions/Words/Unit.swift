import LinuxCapabilities
import PolicyLanguage
import Text

extension Word {
    /// `unit: nginx.service`, with `state: active` and the others; the same for every subject.
    static let unit = Word(
        "unit",
        "A systemd unit is in a state, the same for every subject.",
        form: .unitName,
        keys: [
            Vocabulary.Key("state", values: states, "The state to be in.", standard: "active")
        ],
        synonyms: ["service"],
        actions: [
            Action(
                "unit",
                "NAME [STATE]",
                states.map { $0 == "active" ? "active (default)" : $0 }.joined(separator: ", "),
                argument: "state",
                .state { unit, state in (unit, state ?? "active") }
            )
        ],
        relations: .ofUnits,
        batch: { line throws(InvalidUse) in
            .shared(try state(line.argument, of: line.value, on: .live))
        }
    ) { use throws(InvalidUse) in
        try state(use.keys["state"], of: use.value, on: use.host)
    }

    private static let states = SystemdUnit.State.allCases.map(\.rawValue)

    private static func state(
        _ text: String?,
        of name: String,
        on host: Host
    ) throws(InvalidUse) -> SystemdUnit {
        guard let state = SystemdUnit.State(rawValue: text ?? "active") else {
            throw InvalidUse(
                "unknown-value",
                "unknown unit state \((text ?? "").quoted)",
                help: advice(for: text ?? "", among: states),
                in: .key("state")
            )
        }
        // Only `--authorize` asks for it, and then a person is present.
        let unit = SystemdUnit(name, state, interactively: true, on: host)
        if let invalid = unit.invalidName { throw InvalidUse("invalid-unit-name", invalid) }
        return unit
    }
}
