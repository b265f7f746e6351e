import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Whether answers about some files may have changed.
///
/// What was read for the answers is watched; after each change it is read anew, since the way may lead
/// elsewhere, before anybody looks.
struct FileChanges: ChangeSource {
    private let inquiries: [FileInquiry]
    private let interests: Inotify.Interests
    private let subject: Subject
    private let raising: KernelCapability?
    private let host: Host
    private let events: any FileWatch

    /// Watches by the time that it returns.
    ///
    /// - Parameter interests: What to watch for besides what the answers are made from.
    /// - Throws: ``Unwatched`` where something does not tell of its changes, and ``SystemError`` where the
    ///   system has no room for events.
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
    /// - Returns: nil for the thread that asks.
    /// - Throws: ``Unwatched`` for a subject that is nobody here: nothing tells when it will be.
    func watchedIdentity(of subject: Subject) async throws -> SubjectIdentity? {
        if subject == .current { return nil }
        switch try await identity(of: subject) {
        case .known(let identity): return identity
        case .unknown(let reason): throw Unwatched(reason)
        }
    }
}
