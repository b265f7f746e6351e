import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `trace-processes: own`, `any`.
    static let traceProcesses = Word(
        "trace-processes",
        "Processes can be traced, as by a debugger: those with the same credentials, or any.",
        form: .oneOf(reaches, named: "trace-processes"),
        synonyms: ["ptrace", "trace"],
        actions: [
            Action(
                "trace-processes",
                "own|any",
                "ptrace(2) of processes with its credentials, or of any",
                .may { reach, _ in
                    reach == "any" ? "trace any process" : "trace processes of its own user"
                }
            )
        ]
    ) { use throws(InvalidUse) in
        if let reach = ProcessTracing.Reach(rawValue: use.value) {
            return ProcessTracing(reach, as: use.subject, on: use.host)
        }
        throw .unknownValue(use.value, of: "trace-processes", known: reaches)
    }

    private static let reaches = ProcessTracing.Reach.allCases.map(\.rawValue)
}
