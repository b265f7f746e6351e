import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `icmp: ipv4`, and `raw-sockets: ipv4`, `ipv6`, `packet`.
    static func sockets(_ word: String, _ summary: String, on host: Host) -> Word {
        Word(
            Vocabulary.Word(word, summary, form: .sockets(word))
        ) { use, subject throws(Diagnostic) in
            let value = use.value.value
            if let kind = SocketCreation.Kind(rawValue: "\(word) \(value)") {
                return SocketCreation(kind, as: subject, on: host)
            }
            throw Diagnostic(
                "unknown-value",
                at: use.value.location,
                "\(value.quoted) is not a value of \(word.quoted)",
                help: advice(for: value, among: SocketCreation.Kind.values(of: word))
            )
        }
    }
}
