public import Capabilities
public import Procedures

/// The permission to read the system's journal as journalctl(1) does.
///
/// It takes permission to read its file, `system.journal`, and to list the folders above it. Members of the groups that
/// own the file or are in its access list have it, such as `systemd-journal` and `adm`, and so do subjects with
/// CAP_DAC_READ_SEARCH or CAP_DAC_OVERRIDE. The file is below `/run/log/journal` or `/var/log/journal`, in the folder
/// of the machine's id. Each use is a ``FileAccess``, with the same rules and the same kernel.
///
/// - If neither file exists, or if `/etc/machine-id` names no machine, the answer is no, with another cause than
///   permission, as for any file that does not exist. No group would help.
/// - If both files exist, as while systemd-journald has not moved its entries to `/var`, both are needed. If one is
///   permitted and the other is not, the answer is undetermined. A rule that requires the journal would miss entries,
///   and a rule that forbids it would be wrong about the others.
/// - Journals of users, of namespaces and of other machines do not count, although journalctl(1) reads some of them:
///   below `/run/log/journal` it reads the folders of all machines. Rotated files are not looked at. They have the same
///   owner and access list.
///
/// The permit hands nothing over, because a rotation replaces the file.
/// - SeeAlso: systemd-journald.service(8), "Access control"; journald.conf(5); machine-id(5).
public struct JournalAccess: Capability {
    public enum Journal: String, CaseIterable, Hashable, Sendable {
        /// The journal of the system, with the entries of all its services.
        case system
    }

    public let journal: Journal
    public let subject: Subject
    private let host: Host

    public init(_ journal: Journal, as subject: Subject = .current, on host: Host = .live) {
        self.journal = journal
        self.subject = subject
        self.host = host
    }

    public var name: String { "read-journal \(journal.rawValue)" }

    public var subjectName: String { subject.description }

    public var requirement: Void { () }

    /// Always available. On a host without a journal the answer is no.
    public func isAvailable() async -> Availability { .available }

    /// - Throws: `SystemError` if `/etc/machine-id` cannot be read, or if no thread was available; the error of the
    ///   name service or systemd if it has no answer.
    public func authorizationStatus() async throws -> JournalAccessStatus {
        JournalAccessStatus(verdict: try await verdict())
    }

    private func verdict() async throws -> Verdict {
        guard subject != .current else {
            return try await JournalLook(subject, nil, on: host).verdict()
        }
        return try await host.verdict(of: subject, using: .reading, on: name) { identity in
            try await JournalLook(subject, identity, on: host).verdict()
        }
    }

    /// The present status, then a new status after each change. The changes are those of ``FileAccess/updates`` for the
    /// files and folders in both places, and for `/etc/machine-id`.
    public var updates: StatusUpdates<JournalAccessStatus> {
        StatusUpdates(unreported: subject.unreported) {
            try await authorizationStatus()
        } whenever: {
            let bell = Bell()
            return Changes(
                [try await JournalChanges(subject, on: host, waking: bell)],
                waking: bell
            )
        }
    }

    /// Returns the assumptions about the subject's confinement.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// The result of one look at the journal.
public struct JournalAccessStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict

    public func meets(_ requirement: Void) -> Verdict { verdict }
}
