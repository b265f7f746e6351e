import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `trace-processes: own`, `any`.
    static let traceProcesses: Word = {
        let name = "trace-processes"
        let reaches = ProcessTracing.Reach.allCases.map(\.rawValue)
        return Word(Vocabulary.Word(name)) { use, subject throws(Diagnostic) in
            let value = use.value.value
            if let reach = ProcessTracing.Reach(rawValue: value) {
                return ProcessTracing(reach, as: subject)
            }
            throw Diagnostic(
                "unknown-value",
                at: use.value.location,
                "\(value.quoted) is not a value of \(name.quoted)",
                help: advice(for: value, among: reaches)
            )
        }
    }()
}
