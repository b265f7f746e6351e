public import Capabilities
public import Procedures

/// Whether the journal of the system may be read, as journalctl(1) does.
///
/// Who may read its file, `system.journal`, and list the folders in which that is found: members of the groups
/// that own it or are in its access list, such as `systemd-journal` and `adm`, and whoever has
/// CAP_DAC_READ_SEARCH or CAP_DAC_OVERRIDE. The file is below `/run/log/journal` or `/var/log/journal`, in the
/// folder of the machine's id; each use is a ``FileAccess``, by the same rules and the same kernel.
///
/// - Where neither file is there, and where `/etc/machine-id` names no machine, the answer is no, with another
///   cause than permission: as of any file that does not exist. No group would help.
/// - Where both are there, as while systemd-journald has not moved its entries to `/var`, both are needed. Where
///   one is permitted and the other is not, the answer is undetermined: who requires to read the journal would
///   miss entries, and who forbids it would be wrong about the others.
/// - Journals of users, of namespaces and of other machines are others, also those that journalctl(1) reads besides:
///   below `/run/log/journal` it reads the folders of all machines. What is in files that were rotated,
///   which have the same owner and access list, is not looked at.
///
/// The permit hands nothing over: the file is another one as soon as it is rotated.
/// - SeeAlso: systemd-journald.service(8), "Access control"; journald.conf(5); machine-id(5).
public struct JournalAccess: Capability {
    public enum Journal: String, CaseIterable, Hashable, Sendable {
        /// That of the system, with the entries of all its services.
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

    /// Always: a host without a journal is a no.
    public func isAvailable() async -> Availability { .available }

    /// - Throws: `SystemError` where `/etc/machine-id` cannot be read, or no thread could be had to ask; what the
    ///   name service or systemd says where it has no answer.
    public func authorizationStatus() async throws -> JournalAccessStatus {
        JournalAccessStatus(verdict: try await verdict())
    }

    private func verdict() async throws -> Verdict {
        guard subject != .current else {
            return try await JournalLook(subject, nil, on: host).verdict()
        }
        return try await host.verdict(of: subject) { identity in
            try await JournalLook(subject, identity, on: host).verdict()
        }
    }

    /// The present status, then what is found after each change, as ``FileAccess/updates`` of the files and
    /// folders in both places, and of `/etc/machine-id`.
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

    /// What may confine the subject.
    public func assumptions() async -> [Assumption] { await host.assumptions(of: subject) }
}

/// What one look found of the journal.
public struct JournalAccessStatus: AuthorizationStatus, Hashable {
    public let verdict: Verdict

    public func meets(_ requirement: Void) -> Verdict { verdict }
}
