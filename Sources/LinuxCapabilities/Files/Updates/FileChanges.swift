import AccessModel
import Capabilities
import LinuxSystem
import Procedures

/// An element each time that an answer about a file may have changed. For one reader.
///
/// What was read for the answer is watched; after each change it is read anew, since the way may lead
/// elsewhere, before anybody looks.
struct FileChanges: AsyncSequence, Sendable {
    private let inquiry: FileInquiry
    private let subject: Subject
    private let raising: KernelCapability?
    private let host: Host
    private let events: FileEvents

    /// Watches by the time that it returns.
    ///
    /// - Throws: ``Unwatched`` where something does not tell of its changes, and ``SystemError`` where the
    ///   system has no room for events.
    init(
        of inquiry: FileInquiry,
        as subject: Subject,
        raising: KernelCapability?,
        on host: Host
    ) async throws {
        (self.inquiry, self.subject, self.raising, self.host) = (inquiry, subject, raising, host)
        let identity = try await host.watchedIdentity(of: subject)
        events = try FileEvents(ofProcess: identity?.place?.pid)
        try await watch(for: identity)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(changes: self, signals: events.signals.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let changes: FileChanges
        fileprivate var signals: AsyncStream<Void>.Iterator

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> Void?
        {
            repeat {
                guard await signals.next(isolation: actor) != nil else { return nil }
            } while !changes.events.takeChange()
            try await changes.watchAnew()
            return ()
        }
    }

    private func watchAnew() async throws {
        let identity = try await host.watchedIdentity(of: subject)
        guard identity?.place?.pid == events.pid else {
            let message = "has another main process by now, which is not watched"
            throw Unwatched(Reason("process-ended", subject.description, message))
        }
        try await watch(for: identity)
    }

    private func watch(for identity: SubjectIdentity?) async throws {
        try await host.files.watch(inquiry, for: identity, raising: raising, by: events)
    }
}

extension Host {
    /// - Returns: nil for the thread that asks.
    /// - Throws: ``Unwatched`` for a subject that is nobody here: nothing tells when it will be.
    fileprivate func watchedIdentity(of subject: Subject) async throws -> SubjectIdentity? {
        if subject == .current { return nil }
        switch try await identity(of: subject) {
        case .known(let identity): return identity
        case .absent(let reason), .unknown(let reason): throw Unwatched(reason)
        }
    }
}
