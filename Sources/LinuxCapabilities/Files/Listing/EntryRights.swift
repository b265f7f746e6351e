/// What the kernel would let a subject do with one entry of a tree.
package struct EntryRights: Hashable, Sendable {
    package typealias Answer = FileJudgement.Answer

    /// As faccessat2(2) answers; nil for a symbolic link, of which nobody asks that.
    package var read: Answer?
    package var write: Answer?
    /// To execute a file, to search a directory.
    package var execute: Answer?
    /// To make a file under a new name; nil for all but directories.
    package var create: Answer?
    /// To take the entry out of its directory; a directory that is not empty, once it is.
    package var delete: Answer

    static let unknown = EntryRights(
        read: .unknown,
        write: .unknown,
        execute: .unknown,
        create: nil,
        delete: .unknown
    )

    /// `rwxcd`: a letter for yes, `-` for no, `?` for no answer, nothing where the question means nothing.
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

    /// The same, with each yes not known.
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
