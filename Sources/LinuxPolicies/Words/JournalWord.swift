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
            if let journal = JournalAccess.Journal(rawValue: use.value.value) {
                return JournalAccess(journal, as: subject, on: host)
            }
            throw .unknownValue(use.value, of: "read-journal", known: JournalAccess.Journal.values)
        }
    }
}

extension JournalAccess.Journal {
    static let values = allCases.map(\.rawValue)
}
