public import Procedures

/// The statuses of a capability: the present one, then what a fresh look finds each time that it may have
/// changed.
///
/// ```swift
/// let key = FileAccess(.read, "/etc/ssl/private/site.key")
/// for try await update in key.updates {
///     print(key.verdict(of: update))
/// }
/// ```
///
/// - An element is a look: a status, or the error that kept it from finding one, which is no answer and
///   ends nothing.
/// - Each look begins after the one before it has ended, so that none tells of what was before. One that
///   finds what the last has found may be told again.
/// - A look is made when the next element is asked for. Who asks seldom misses what was between, and is
///   told what is; nothing is kept for him but that something may have changed.
/// - What tells of changes is begun to be listened to before the first look, and nothing is polled. Where
///   events were lost, a fresh look follows.
/// - A look that takes longer than `Deadlines.look` gives an element that says so, a
///   `NoAnswer`, and is cancelled. It is the same where listening cannot begin by then.
/// - Nothing is begun before the first element is asked for. All ends when the task is cancelled, which
///   gives `nil`, and when the iterator is let go.
/// - Where nothing tells of further changes it throws ``Unwatched``, which says why, after a last look.
public struct StatusUpdates<Status: AuthorizationStatus>: AsyncSequence, Sendable {
    public typealias Element = Result<Status, any Error>

    typealias Listening = @Sendable () async throws -> any AsyncSequence & Sendable

    /// What may change without an update; nil if every change gives one.
    ///
    /// The sequence may still give updates: of a process, for example, when it ends.
    public let unreported: Reason?
    private let look: @Sendable () async throws -> Status
    private let listen: Listening
    private var limit = Deadlines.look
    private var patience = Patience.ofProcess

    /// For the author of a capability whose changes something tells of.
    ///
    /// - Parameters:
    ///   - unreported: What may change without an update.
    ///   - look: As ``Capability/authorizationStatus()``.
    ///   - changes: Begins to listen, and returns when it does: whatever changes from then on gives an
    ///     element. Its elements say nothing but that a look is due; an `AsyncStream` that keeps the newest
    ///     is enough. Where it throws or ends, nothing tells of changes any more.
    public init<Changes: AsyncSequence & Sendable>(
        unreported: Reason? = nil,
        looking look: @escaping @Sendable () async throws -> Status,
        whenever changes: @escaping @Sendable () async throws -> Changes
    ) {
        self.unreported = unreported
        self.look = look
        listen = { try await changes() }
    }

    /// The present status, and nothing more, since nothing tells of changes.
    public init(
        once unreported: Reason,
        looking look: @escaping @Sendable () async throws -> Status
    ) {
        self.unreported = unreported
        self.look = look
        listen = { throw Unwatched(unreported) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// The same, with another limit for each look.
    package func within(_ limit: Duration, _ patience: Patience) -> Self {
        var limited = self
        (limited.limit, limited.patience) = (limit, patience)
        return limited
    }

    /// The same looks at the same times, of which something else is made.
    package func map<Other>(
        _ transform: @escaping @Sendable (Element) throws -> Other
    ) -> StatusUpdates<Other> {
        looking { [look] in try transform(await Result.of { try await look() }) }
    }

    /// The same changes, after each of which something else is looked at.
    func looking<Other>(
        _ look: @escaping @Sendable () async throws -> Other
    ) -> StatusUpdates<Other> {
        var other = StatusUpdates<Other>(unreported, listen, look)
        (other.limit, other.patience) = (limit, patience)
        return other
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
            /// Nothing tells of changes any more; a last look is given before that is said.
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
                found = Task.isCancelled ? nil : .success(try await inTime(updates.look))
            } catch {
                found = .failure(error)
            }
            // What a cancelled look has found is nobody's.
            guard Task.isCancelled else { return found }
            stage = .over
            return nil
        }

        private mutating func begin(isolation actor: isolated (any Actor)?) async {
            do {
                let changes: any AsyncSequence & Sendable = try await inTime(updates.listen)
                stage = .listening(Self.iterator(of: changes))
            } catch {
                stage = .ending(Unwatched(error))
            }
        }

        private func inTime<Value: Sendable>(
            _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            try await updates.patience.answer(within: updates.limit) { await Result.of(body) }.get()
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

/// Nothing tells of further changes, and why.
public struct Unwatched: Error, Hashable, Sendable {
    public let reason: Reason

    public init(_ reason: Reason) { self.reason = reason }

    init(_ error: any Error = NoMoreChanges()) {
        if let unwatched = error as? Unwatched {
            self = unwatched
        } else {
            self.init(Reason(.notWatched, "what tells of changes", "has failed: \(error)"))
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
