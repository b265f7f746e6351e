import Capabilities
import LinuxSystem
import Procedures

/// Whether an answer about the journal may have changed: by its files, or by the id that leads to them.
final class JournalChanges: ChangeSource {
    private let subject: Subject
    private let host: Host
    private let bell: Bell
    private let machine: FileChanges
    /// Nil where no file names a machine.
    private let files: Locked<FileChanges?>

    /// Watches by the time that it returns.
    ///
    /// - Throws: as ``FileChanges``; ``SystemError`` where the machine's id cannot be read.
    init(_ subject: Subject, on host: Host, waking bell: Bell) async throws {
        (self.subject, self.host, self.bell) = (subject, host, bell)
        machine = try await FileChanges(
            of: [FileInquiry(.read, MachineID.path, follow: nil)],
            for: .contents,
            as: subject,
            on: host,
            waking: bell
        )
        files = Locked(try await Self.files(subject, on: host, waking: bell))
    }

    func takeChange() async throws -> Bool {
        guard try await machine.takeChange() else {
            let files = files.withLock { $0 }
            return try await files?.takeChange() ?? false
        }
        let files = try await Self.files(subject, on: host, waking: bell)
        self.files.withLock { $0 = files }
        return true
    }

    private static func files(
        _ subject: Subject,
        on host: Host,
        waking bell: Bell
    ) async throws -> FileChanges? {
        let identity = try await host.watchedIdentity(of: subject)
        guard let machine = try await host.files.machineID(seenBy: identity) else { return nil }
        let uses = JournalStore.all(of: machine).flatMap(\.uses)
        return try await FileChanges(of: uses, as: subject, on: host, waking: bell)
    }
}
