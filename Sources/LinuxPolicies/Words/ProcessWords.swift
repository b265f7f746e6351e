import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `trace-processes: own`, `any`.
    static func traceProcesses(on host: Host) -> Word {
        let form = Vocabulary.Word(
            "trace-processes",
            "Processes can be traced, as debuggers do: those just like it, or any.",
            form: .tracing
        )
        return Word(form) { use, subject throws(Diagnostic) in
            if let reach = ProcessTracing.Reach(rawValue: use.value.value) {
                return ProcessTracing(reach, as: subject, on: host)
            }
            let known = ProcessTracing.Reach.values
            throw .unknownValue(use.value, of: "trace-processes", known: known)
        }
    }
}

extension ProcessTracing.Reach {
    static let values = allCases.map(\.rawValue)
}
