import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `icmp: ipv4`, and `raw-sockets: ipv4`, `ipv6`, `packet`.
    static func sockets(_ word: String, _ summary: String, on host: Host) -> Word {
        Word(
            Vocabulary.Word(word, summary, form: .sockets(word))
        ) { use, subject throws(Diagnostic) in
            if let kind = SocketCreation.Kind(rawValue: "\(word) \(use.value.value)") {
                return SocketCreation(kind, as: subject, on: host)
            }
            throw .unknownValue(use.value, of: word, known: SocketCreation.Kind.values(of: word))
        }
    }
}
