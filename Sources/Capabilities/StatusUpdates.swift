public import Procedures

/// The statuses of a capability: the present one, then the result of a new look each time that it may have changed.
///
/// ```swift
/// let key = FileAccess(.read, "/etc/ssl/private/site.key")
/// for try await update in key.updates {
///     print(key.verdict(of: update))
/// }
/// ```
///
/// - An element is the result of a look: a status, or the error that prevented it. An error is no answer, and the
///   sequence continues after it.
/// - Each look begins after the one before it has ended, so an element is never older than the one before. Two
///   successive elements may be equal.
/// - A look is made when the next element is requested. A slow consumer misses intermediate statuses, and then gets the
///   present one. The sequence stores only that something may have changed.
/// - Listening for changes begins before the first look, and nothing is polled. If events were lost, a new look
///   follows.
/// - A look that takes longer than `Deadlines.look` is cancelled, and its element is a `NoAnswer`. If listening cannot
///   begin within that time, the sequence ends as if nothing announced changes.
/// - Nothing begins before the first element is requested. Everything ends when the task is cancelled, which yields
///   `nil`, and when the iterator is released.
/// - If nothing announces further changes, the sequence throws ``Unwatched`` with the reason after a last look.
public struct StatusUpdates<Status: AuthorizationStatus>: AsyncSequence, Sendable {
    public typealias Element = Result<Status, any Error>

    typealias Listening = @Sendable () async throws -> any AsyncSequence & Sendable

    /// The reason why some changes give no update; nil if every change gives one.
    ///
    /// The sequence may still give updates, for example when a process ends.
    public let unreported: Reason?
    private let look: @Sendable () async throws -> Status
    private let listen: Listening
    private var limit = Deadlines.look
    private var patience = Patience.ofProcess

    /// Creates the updates of a capability whose changes are announced.
    ///
    /// - Parameters:
    ///   - unreported: The reason why some changes give no update.
    ///   - look: Looks as ``Capability/authorizationStatus()`` does.
    ///   - changes: Begins to listen, and returns as soon as it listens. Every later change must give an element, which
    ///     means only that a look is due. An `AsyncStream` that keeps the newest element is enough. If it throws or
    ///     ends, no more changes are announced.
    public init<Changes: AsyncSequence & Sendable>(
        unreported: Reason? = nil,
        looking look: @escaping @Sendable () async throws -> Status,
        whenever changes: @escaping @Sendable () async throws -> Changes
    ) {
        self.unreported = unreported
        self.look = look
        listen = { try await changes() }
    }

    /// Creates a sequence of the present status only, because nothing announces changes.
    public init(
        once unreported: Reason,
        looking look: @escaping @Sendable () async throws -> Status
    ) {
        self.unreported = unreported
        self.look = look
        listen = { throw Unwatched(unreported) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Returns the same updates with another time limit for each look.
    package func within(_ limit: Duration, _ patience: Patience) -> Self {
        var limited = self
        (limited.limit, limited.patience) = (limit, patience)
        return limited
    }

    /// Returns updates with the same looks at the same times, whose results are transformed.
    package func map<Other>(
        _ transform: @escaping @Sendable (Element) throws -> Other
    ) -> StatusUpdates<Other> {
        looking { [look] in try transform(await Result.of { try await look() }) }
    }

    /// Returns updates with the same changes, and calls `look` after each change.
    func looking<Other>(
        _ look: @escaping @Sendable () async throws -> Other
    ) -> StatusUpdates<Other> {
        var other = StatusUpdates<Other>(unreported, listen, look)
        (other.limit, other.patience) = (limit, patience)
        return other
    }

    /// Begins to listen within the time limit, and returns as soon as it listens. An element means that a look is due.
    func changes() async throws -> any AsyncSequence & Sendable { try await inTime(listen) }

    private func inTime<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await patience.answer(within: limit) { await Result.of(body) }.get()
    }

    private init(
        _ unreported: Reason?,
        _ listen: @escaping Listening,
        _ look: @escaping @Sendable () async throws -> Status
    ) {
        self.unreported = unreported
        self.listen = listen
        self.look = look
    }
}

extension StatusUpdates {
    public struct Iterator: AsyncIteratorProtocol {
        private enum Stage {
            case fresh
            case listening(any AsyncIteratorProtocol)
            /// Nothing announces changes any more. A last look is given before the error.
            case ending(Unwatched)
            case over
        }

        private var stage = Stage.fresh
        private let updates: StatusUpdates

        fileprivate init(_ updates: StatusUpdates) { self.updates = updates }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Unwatched) -> Element? {
            switch stage {
            case .fresh: await begin(isolation: actor)
            case .listening(let changes): await hear(changes, isolation: actor)
            case .ending(let end):
                stage = .over
                throw end
            case .over: return nil
            }
            let found: Element?
            do {
                found = Task.isCancelled ? nil : .success(try await updates.inTime(updates.look))
            } catch {
                found = .failure(error)
            }
            // The result of a cancelled look is discarded.
            guard Task.isCancelled else { return found }
            stage = .over
            return nil
        }

        private mutating func begin(isolation actor: isolated (any Actor)?) async {
            do {
                stage = .listening(Self.iterator(of: try await updates.changes()))
            } catch {
                stage = .ending(Unwatched(error))
            }
        }

        private static func iterator(of changes: some AsyncSequence) -> any AsyncIteratorProtocol {
            changes.makeAsyncIterator()
        }

        /// Waits until something may have changed.
        private mutating func hear(
            _ changes: any AsyncIteratorProtocol,
            isolation actor: isolated (any Actor)?
        ) async {
            var changes = changes
            stage = .over
            do {
                let hasChanged = try await changes.next(isolation: actor) != nil
                stage = hasChanged ? .listening(changes) : .ending(Unwatched())
            } catch {
                stage = .ending(Unwatched(error))
            }
        }
    }
}

/// The error that nothing announces further changes, with the reason.
public struct Unwatched: Error, Hashable, Sendable {
    public let reason: Reason

    public init(_ reason: Reason) { self.reason = reason }

    init(_ error: any Error = NoMoreChanges()) {
        if let unwatched = error as? Unwatched {
            self = unwatched
        } else {
            self.init(Reason(.notWatched, "the watch for changes", "has failed: \(error)"))
        }
    }
}

extension Unwatched: CustomStringConvertible {
    /// For example: further changes are not announced; `process 7` has ended
    public var description: String {
        "further changes are not announced; `\(reason.object)` \(reason.message)"
    }
}

private struct NoMoreChanges: Error, CustomStringConvertible {
    let description = "it came to its end"
}

/// Changes that are known before the sequence gives them, because a source has to listen anew first.
package protocol PromptChanges: AsyncSequence, Sendable {
    /// True if a change was announced, and the sequence will give it.
    var isDue: Bool { get }

    /// Sets the closure that is called whenever ``isDue`` may have become true. It may only signal.
    func whenDue(_ signal: @escaping @Sendable () -> Void)
}
