import LinuxCapabilities
import PolicyEngine
import PolicyLanguage

extension Word<Subject> {
    /// `read-journal: system`.
    static func readJournal(on host: Host) -> Word {
        let form = Vocabulary.Word(
            "read-journal",
            "The journal of the system can be read, as journalctl(1) does.",
            form: .journal
        )
        return Word(form) { use, subject throws(Diagnostic) in
            let value = use.value.value
            if let journal = JournalAccess.Journal(rawValue: value) {
                return JournalAccess(journal, as: subject, on: host)
            }
            throw Diagnostic(
                "unknown-value",
                at: use.value.location,
                "\(value.quoted) is not a value of `read-journal`",
                help: advice(for: value, among: JournalAccess.Journal.values)
            )
        }
    }
}

extension JournalAccess.Journal {
    static let values = allCases.map(\.rawValue)
}
