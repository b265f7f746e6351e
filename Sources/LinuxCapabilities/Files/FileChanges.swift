import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// The changes after which answers about some files may differ.
///
/// All files that were read for the answers are watched. After each change they are read again before the next look,
/// because the path may lead elsewhere.
struct FileChanges: ChangeSource {
    private let inquiries: [FileInquiry]
    private let interests: Inotify.Interests
    private let subject: Subject
    private let raising: KernelCapability?
    private let host: Host
    private let events: any FileWatch

    /// Creates the source, which watches when this returns.
    ///
    /// - Parameter interests: The events to watch for besides those that every answer needs.
    /// - Throws: ``Unwatched`` if something does not report its changes, and ``SystemError`` if the system has no room
    ///   for events.
    init(
        of inquiries: [FileInquiry],
        for interests: Inotify.Interests = [],
        as subject: Subject,
        raising: KernelCapability? = nil,
        on host: Host,
        waking bell: Bell
    ) async throws {
        (self.inquiries, self.interests) = (inquiries, interests)
        (self.subject, self.raising, self.host) = (subject, raising, host)
        let identity = try await host.watchedIdentity(of: subject)
        events = try host.files.changes(ofProcess: identity?.place?.pid, waking: bell)
        try await watch(for: identity)
    }

    func takeChange() async throws -> Bool {
        guard events.takeChange() else { return false }
        let identity = try await host.watchedIdentity(of: subject)
        guard identity?.place?.pid == events.pid else {
            let message = "has another main process by now, which is not watched"
            throw Unwatched(Reason(.processEnded, subject.description, message))
        }
        try await watch(for: identity)
        return true
    }

    private func watch(for identity: SubjectIdentity?) async throws {
        try await events.watch(inquiries, for: interests, as: identity, raising: raising)
    }
}

extension Host {
    /// - Returns: The identity; nil for the asking thread.
    /// - Throws: ``Unwatched`` for a subject that does not exist here, because nothing announces when it will.
    func watchedIdentity(of subject: Subject) async throws -> SubjectIdentity? {
        if subject == .current { return nil }
        switch try await identity(of: subject) {
        case .known(let identity): return identity
        case .unknown(let reason): throw Unwatched(reason)
        }
    }
}
