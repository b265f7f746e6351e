/// The kernel's permissions for a subject on one entry of a tree.
package struct EntryRights: Hashable, Sendable {
    package typealias Answer = FileJudgement.Answer

    /// The answer of faccessat2(2); nil for a symbolic link, for which the question has no meaning.
    package var read: Answer?
    package var write: Answer?
    /// To execute a file, or to search a directory.
    package var execute: Answer?
    /// To create a file under a new name; nil except for directories.
    package var create: Answer?
    /// To remove the entry from its directory; a directory that is not empty, when it is empty.
    package var delete: Answer

    static let unknown = EntryRights(
        read: .unknown,
        write: .unknown,
        execute: .unknown,
        create: nil,
        delete: .unknown
    )

    /// The rights in letters, `rwxcd`: a letter for yes, `-` for no, `?` for no answer, a space if the question has no
    /// meaning.
    package var letters: String {
        let all: [(Answer?, Character)] = [
            (read, "r"), (write, "w"), (execute, "x"), (create, "c"), (delete, "d"),
        ]
        return String(all.map { Self.letter($0, $1) })
    }

    private static func letter(_ answer: Answer?, _ yes: Character) -> Character {
        switch answer {
        case nil: " "
        case .yes: yes
        case .no: "-"
        case .unknown: "?"
        }
    }

    /// The same rights, with each yes turned into not known.
    package var strict: EntryRights {
        let doubted = { (answer: Answer) in answer == .yes ? Answer.unknown : answer }
        return EntryRights(
            read: read.map(doubted),
            write: write.map(doubted),
            execute: execute.map(doubted),
            create: create.map(doubted),
            delete: doubted(delete)
        )
    }

    package var all: [Answer] { [read, write, execute, create].compactMap { $0 } + [delete] }

    package var allowsNothing: Bool {
        all.allSatisfy { if case .no = $0 { true } else { false } }
    }

    package var isKnown: Bool { !all.contains(.unknown) }
}
