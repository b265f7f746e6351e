import CSystemd
import Glibc
import Text

/// Reads the journal of systemd.
package struct Journal: Sendable {
    /// The root directory of the system whose journal is read; nil for this system.
    private let root: String?

    package init(ofSystemAt root: String? = nil) { self.root = root }

    /// Returns the last lines that a unit logged in one run, in their order. Lines that are not written to the journal
    /// yet are missing.
    ///
    /// - Parameter invocation: The run, as in ``UnitFacts/invocation``.
    /// - Throws: ``BusFailure/libraryMissing(_:detail:)``; ``SystemError``; `CancellationError`.
    /// - SeeAlso: sd_journal_open(3), systemd.journal-fields(7).
    package func lastLines(ofInvocation invocation: String, atMost count: Int) async throws
        -> [String]
    {
        try await BlockingThreads.shared.run("the journal") { [root] in
            let journal = try OpenJournal(root: root)
            return try journal.lastLines(
                with: "_SYSTEMD_INVOCATION_ID=\(invocation)",
                atMost: count
            )
        }
    }
}

@safe private struct OpenJournal: ~Copyable {
    private static let localOnly: Int32 = 1 << 0
    private static let osRoot: Int32 = 1 << 4

    private let library: JournalLibrary
    // SAFETY: of every call below: the journal is ours from its opening to deinit.
    private let journal: OpaquePointer

    init(root: String?) throws {
        let library = try JournalLibrary()
        var opened: OpaquePointer?
        let code =
            if let root {
                unsafe library.openDirectory(&opened, root, Self.osRoot)
            } else {
                unsafe library.open(&opened, Self.localOnly)
            }
        guard code >= 0, let journal = unsafe opened else {
            throw SystemError("sd_journal_open(3)", root ?? "the journal", code: -code)
        }
        self.library = library
        unsafe self.journal = journal
    }

    deinit { unsafe library.close(journal) }

    func lastLines(with match: String, atMost count: Int) throws(SystemError) -> [String] {
        try check("sd_journal_add_match(3)", unsafe library.addMatch(journal, match, 0))
        try check("sd_journal_seek_tail(3)", unsafe library.seekTail(journal))
        var lines: [String] = []
        while lines.count < count,
            try check("sd_journal_previous(3)", unsafe library.previous(journal)) > 0
        {
            if let line = try message() { lines.append(line) }
        }
        return lines.reversed()
    }

    /// Returns the message of the current entry, or nil if it has none.
    private func message() throws(SystemError) -> String? {
        let field = "MESSAGE"
        var data: UnsafeRawPointer?
        var length = 0
        let code = unsafe library.data(journal, field, &data, &length)
        guard code != -ENOENT else { return nil }
        try check("sd_journal_get_data(3)", code)
        // SAFETY: the bytes belong to the journal until its next call, and are copied before it.
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: length)
        return unsafe String(decoding: bytes.dropFirst(field.utf8.count + 1), as: UTF8.self)
            .onOneLine
    }

    @discardableResult
    private func check(_ call: String, _ code: Int32) throws(SystemError) -> Int32 {
        guard code >= 0 else { throw SystemError(call, "the journal", code: -code) }
        return code
    }
}
