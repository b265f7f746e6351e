import Procedures

/// The answer that ``Kept`` capabilities with an equal base share.
///
/// Values of users are released outside its lock, since their `deinit` may ask for the answer.
final class KeptAnswer<Base: KeepableCapability>: Sendable {
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
        var kept: (status: Kept<Base>.Status, verdict: Verdict)?

        var isKeeping: Bool { if case .begun = listening { !isDue } else { false } }

        /// Returns the kept answer, and the number of changes that any other look must know.
        mutating func ask() -> (Kept<Base>.Status?, changes: Int) {
            if !isKeeping { changes += 1 }
            return (kept?.status, changes)
        }

        /// - Returns: The answer, to be released outside the lock.
        mutating func forget() -> Kept<Base>.Status? {
            changes += 1
            return kept.take()?.status
        }
    }

    private struct NewLook {
        /// The number of changes before it.
        let changes: Int
        let status: Result<Kept<Base>.Status, any Error>
    }

    private let base: Base
    private let isUnconditional = Base.self is any Unconditional.Type
    private let limit: Duration
    private let patience: Patience
    /// Called when the last user has released the answer.
    private let end: @Sendable () -> Void
    private let state = Locked(State())
    private let looks = SingleFlight<Void>()

    init(
        _ base: Base,
        within limit: Duration,
        _ patience: Patience,
        end: @escaping @Sendable () -> Void = {}
    ) {
        self.base = base
        self.limit = limit
        self.patience = patience
        self.end = end
    }

    deinit {
        if case .begun(let hearing) = state.withLock({ $0.listening }) { hearing.task.cancel() }
        end()
    }

    /// The verdict, as a look would find it; nil if only a look can tell.
    var remembered: Verdict? {
        guard isUnconditional else { return nil }
        return state.withLock { $0.kept?.verdict }
    }

    func status() async throws -> Kept<Base>.Status {
        let (kept, changes) = state.withLock { $0.ask() }
        if let kept { return kept }
        repeat {
            let look = await looks.run(0) { await self.newLook() }
            guard let look else { break }
            if look.changes >= changes { return try look.status.get() }
        } while !Task.isCancelled
        throw CancellationError()
    }

    /// Gives the present answer to no later question.
    func forget() { _ = state.withLock { $0.forget() } }

    private func newLook() async -> NewLook {
        let unkept = await listen()
        let changes = state.withLock { $0.changes }
        let found = await Result.of { [base] in
            try await patience.answer(within: limit) {
                await Result.of { try await base.authorizationStatus() }
            }.get()
        }
        let status = found.map { Kept<Base>.Status(base: $0, unkept: unkept) }
        if case .success(let status) = status, !status.isForThisOnce {
            keep(status, status.meets(base.requirement), since: changes)
        }
        return NewLook(changes: changes, status: status)
    }

    /// Keeps a yes or a no, unless a change was announced since its look began.
    private func keep(_ status: Kept<Base>.Status, _ verdict: Verdict, since changes: Int) {
        if case .undetermined = verdict { return }
        _ = state.withLock { state -> Kept<Base>.Status? in
            guard state.isKeeping, state.changes == changes else { return nil }
            defer { state.kept = (status, verdict) }
            return state.kept.take()?.status
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
            endListening(reason)
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
                self?.endListening(end.reason)
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
        _ = state.withLock { state -> Kept<Base>.Status? in
            guard case .begun(let hearing) = state.listening, hearing.changes?.isDue == true else {
                return nil
            }
            state.isDue = true
            return state.forget()
        }
    }

    private func hear() {
        _ = state.withLock { state -> Kept<Base>.Status? in
            guard case .begun(let hearing) = state.listening else { return nil }
            state.isDue = hearing.changes?.isDue ?? false
            return state.forget()
        }
    }

    private func endListening(_ reason: Reason) {
        _ = state.withLock { state in
            let before = state.listening
            state.listening = .over(unkept(reason))
            return (before, state.forget())
        }
    }

    private func unkept(_ reason: Reason) -> Reason {
        let message = "is looked at for each question: `\(reason.object)` \(reason.message)"
        return Reason(.notWatched, base.name, message)
    }
}
