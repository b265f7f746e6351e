import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `read-journal: system`.
    static let readJournal = Word(
        "read-journal",
        "The journal of the system can be read, as journalctl(1) does.",
        form: .oneOf(journals, named: "read-journal"),
        actions: [
            Action(
                "read-journal",
                "system",
                "journalctl(1), by the permissions of its files",
                .may { journal, _ in "read the journal of the \(journal)" }
            )
        ],
        isOfUsers: true,
        relations: .ofJournals
    ) { use throws(InvalidUse) in
        if let journal = JournalAccess.Journal(rawValue: use.value) {
            return JournalAccess(journal, as: use.subject, on: use.host)
        }
        throw .unknownValue(use.value, of: "read-journal", known: journals)
    }

    private static let journals = JournalAccess.Journal.allCases.map(\.rawValue)
}
