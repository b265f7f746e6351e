import Capabilities
import LinuxSystem
import Procedures

/// The changes after which an answer about the journal may differ: changes of its files, or of the id that leads to
/// them.
final class JournalChanges: ChangeSource {
    private let subject: Subject
    private let host: Host
    private let bell: Bell
    private let machine: FileChanges
    /// The changes of the files; nil if no file contains a machine id.
    private let files: Locked<FileChanges?>

    /// Creates the source, which watches when this returns.
    ///
    /// - Throws: The errors of ``FileChanges``; ``SystemError`` if the machine's id cannot be read.
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
