public import Procedures

/// A capability whose answer may be kept until ``Capability/updates`` announces a change.
///
/// Conform to it only if the system announces the changes of the answer, as systemd and polkit do. Files, ports and
/// kernel capabilities are no such capabilities, although a change of them may give an update. polkit announces no
/// change of a user's groups, nor of what a rule reads elsewhere.
public protocol KeepableCapability: Capability {
    /// The reason why no answer is kept, for example for a subject that changes unnoticed; nil if answers are kept. By
    /// default ``StatusUpdates/unreported``.
    var unkeepable: Reason? { get }
}

extension KeepableCapability {
    public var unkeepable: Reason? { updates.unreported }
}

/// A capability whose answer is kept until the system announces a change.
///
/// Create it once, and use it for many questions, such as those of the requests to a service:
///
/// ```swift
/// let database = Kept(SystemdUnit("db.service", .active))
///
/// func answer(_ request: Request) async throws -> Response {
///     try await require(database)              // asks systemd only after a change
/// }
/// ```
///
/// - The first question begins to listen for changes, then looks. Listening ends when the last reference is released.
/// - From the announcement of a change on, the earlier answer is not given any more. The next question looks, and is
///   authorized only by a look that began after the announcement. An announcement takes a moment to arrive. What
///   happened in that moment is no more known than what happens between any look and the use of its answer.
/// - Questions share a look that began after the last change, and one look runs at a time, apart from looks past their limit. A question waits for two
///   looks at most, however many changes are announced, and no longer than its gate permits.
/// - Only a yes or a no is kept. A failed look, an undetermined answer and the assumptions of a yes are not.
/// - If nothing announces changes any more, nothing is kept any more. Each question then looks anew, and each verdict
///   states why, with the code `not-watched`. If listening cannot begin, the next look tries again.
/// - An answer about this process is about the user that it had at the look. Create it after the process has changed
///   its user.
///
/// A request for the capability is never answered from memory, and the look after it is new. A permit for it hands
/// nothing over.
public final class Kept<Base: KeepableCapability>: Capability {
    /// A status, with the reason why none is kept.
    public struct Status: AuthorizationStatus {
        public let base: Base.Status
        /// The reason why no answer is kept; nil while changes are announced.
        public let unkept: Reason?

        public func meets(_ requirement: Base.Status.Requirement) -> Verdict {
            base.meets(requirement).adding(unkept)
        }

        public var isForThisOnce: Bool { base.isForThisOnce }
    }

    public let base: Base
    public let name: String
    private let isUnconditional = Base.self is any Unconditional.Type
    private let limit: Duration
    private let patience: Patience
    private let state = Locked(State())
    private let looks = SingleFlight<Void>()

    /// - Parameter limit: The longest time for each look, and for beginning to listen. A gate may wait less.
    public convenience init(_ base: Base, within limit: Duration = Deadlines.look) {
        self.init(base, within: limit, .ofProcess)
    }

    package init(_ base: Base, within limit: Duration, _ patience: Patience) {
        self.base = base
        name = base.name
        self.limit = limit
        self.patience = patience
    }

    deinit {
        if case .begun(let hearing) = state.withLock({ $0.listening }) { hearing.task.cancel() }
    }

    public var requirement: Base.Status.Requirement { base.requirement }
    public var subjectName: String { base.subjectName }

    public func isAvailable() async -> Availability { await base.isAvailable() }

    public func assumptions() async -> [Assumption] { await base.assumptions() }

    public func authorizationStatus() async throws -> Status {
        let (kept, changes) = state.withLock { $0.ask() }
        if let kept { return kept }
        repeat {
            let look = await looks.run(0) { await self.newLook() }
            guard let look else { break }
            if look.changes >= changes { return try look.status.get() }
        } while !Task.isCancelled
        throw CancellationError()
    }

    public func requestAuthorization() async throws -> Status {
        // The change that the request made may not be announced yet.
        defer { state.withLock { $0.forget() } }
        return Status(base: try await base.requestAuthorization(), unkept: nil)
    }

    /// The updates of the base. Once they have given a status, no older answer is given to any question.
    public var updates: StatusUpdates<Status> {
        base.updates.looking {
            self.state.withLock { $0.forget() }
            return try await self.authorizationStatus()
        }
    }

    public static func == (one: Kept, other: Kept) -> Bool { one.base == other.base }

    public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension Kept {
    private struct Hearing {
        let changes: (any PromptChanges)?
        let task: Task<Void, Never>
    }

    private enum Listening {
        case notBegun
        case begun(Hearing)
        case over(Reason)
    }

    private struct State {
        var listening = Listening.notBegun
        /// The number of announced changes. While no answer is kept, each question counts as a change. A look that
        /// began before the question then does not answer it.
        var changes = 0
        /// True from an announcement until the sequence of changes has given it. Until then a later change may not be
        /// announced.
        var isDue = false
        // INVARIANT: nil unless answers are kept now.
        var kept: (status: Status, verdict: Verdict)?

        var isKeeping: Bool { if case .begun = listening { !isDue } else { false } }

        /// Returns the kept answer, and the number of changes that any other look must know.
        mutating func ask() -> (Status?, changes: Int) {
            if !isKeeping { changes += 1 }
            return (kept?.status, changes)
        }

        mutating func forget() {
            changes += 1
            kept = nil
        }
    }

    private struct NewLook {
        /// The number of changes before it.
        let changes: Int
        let status: Result<Status, any Error>
    }

    private func newLook() async -> NewLook {
        let unkept = await listen()
        let changes = state.withLock { $0.changes }
        let found = await Result.of { [base] in
            try await patience.answer(within: limit) {
                await Result.of { try await base.authorizationStatus() }
            }.get()
        }
        let status = found.map { Status(base: $0, unkept: unkept) }
        if let status = try? status.get(), !status.isForThisOnce {
            keep(status, status.meets(requirement), since: changes)
        }
        return NewLook(changes: changes, status: status)
    }

    /// Keeps a yes or a no, unless a change was announced since its look began.
    private func keep(_ status: Status, _ verdict: Verdict, since changes: Int) {
        if case .undetermined = verdict { return }
        state.withLock { state in
            guard state.isKeeping, state.changes == changes else { return }
            state.kept = (status, verdict)
        }
    }

    /// Begins to listen, unless it has begun.
    ///
    /// - Returns: The reason why answers are not kept.
    private func listen() async -> Reason? {
        switch state.withLock({ $0.listening }) {
        case .begun: return nil
        case .over(let reason): return reason
        case .notBegun: break
        }
        if let reason = base.unkeepable {
            end(reason)
            return unkept(reason)
        }
        do {
            begin(try await base.updates.within(limit, patience).changes())
            return nil
        } catch {
            return unkept(Unwatched(error).reason)
        }
    }

    private func begin(_ changes: any AsyncSequence & Sendable) {
        let prompt = changes as? any PromptChanges
        prompt?.whenDue { [weak self] in self?.ring() }
        state.withLock { state in
            guard case .notBegun = state.listening else { return }
            // It must not wait behind the questions that it makes look again.
            let task = Task.detached(priority: .high) { [weak self] in
                let end = await Self.hear(changes) { [weak self] in self?.hear() }
                self?.end(end.reason)
            }
            state.listening = .begun(Hearing(changes: prompt, task: task))
            state.isDue = prompt?.isDue ?? false
        }
    }

    private static func hear(
        _ changes: some AsyncSequence,
        _ change: @Sendable () -> Void
    ) async -> Unwatched {
        do {
            for try await _ in changes { change() }
            return Unwatched()
        } catch {
            return Unwatched(error)
        }
    }

    /// Notes that a change is announced, before the sequence gives it.
    private func ring() {
        state.withLock { state in
            guard case .begun(let hearing) = state.listening, hearing.changes?.isDue == true else {
                return
            }
            state.isDue = true
            state.forget()
        }
    }

    private func hear() {
        state.withLock { state in
            guard case .begun(let hearing) = state.listening else { return }
            state.isDue = hearing.changes?.isDue ?? false
            state.forget()
        }
    }

    private func end(_ reason: Reason) {
        state.withLock { state in
            state.listening = .over(unkept(reason))
            state.forget()
        }
    }

    private func unkept(_ reason: Reason) -> Reason {
        let message = "is looked at for each question: `\(reason.object)` \(reason.message)"
        return Reason(.notWatched, name, message)
    }
}

extension Kept: Remembering {
    var remembered: Verdict? {
        guard isUnconditional else { return nil }
        return state.withLock { $0.kept?.verdict }
    }
}

/// A capability that may know its verdict without a look.
protocol Remembering: Capability {
    /// The verdict, as a look would find it; nil if only a look can tell.
    var remembered: Verdict? { get }
}

/// A capability whose yes never has assumptions.
package protocol Unconditional: Capability {}

extension Kept: Askable where Base: Askable {
    package var canBeAskedFor: Bool { base.canBeAskedFor }
}

extension Verdict {
    /// Returns this verdict with a further reason.
    fileprivate func adding(_ reason: Reason?) -> Verdict {
        guard let reason else { return self }
        return switch self {
        case .authorized(let reasons): .authorized(reasons + [reason])
        case .denied(let reasons): .denied(reasons + [reason])
        case .undetermined(let reasons): .undetermined(reasons + [reason])
        }
    }
}
