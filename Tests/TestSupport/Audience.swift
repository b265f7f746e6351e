package import Capabilities
import Procedures
package import Testing

/// A listener that receives the statuses of a capability, and keeps them.
package final class Audience<Status: AuthorizationStatus>: Sendable {
    package typealias Look = Result<Status, any Error>

    /// Decides by the number of statuses and the latest of them.
    package typealias Expectation = @Sendable (Int, Look) -> Bool

    private struct Waiter {
        let isMet: Expectation
        /// Opens when the expectation is met, or cannot be met any more.
        let done = Latch()
    }

    private struct State {
        var told: [Look] = []
        /// By their tickets. They leave when they are met.
        var waiters: [Int: Waiter] = [:]
        var lastTicket = 0
        var hasEnded = false
        var task: Task<Unwatched?, Never>?
    }

    private let state = Locked(State())

    /// Listens to updates. A check may take longer here than by default. On a busy machine a check may otherwise time
    /// out, and no change would follow it. A test that waits for such a change would wait forever.
    package init(_ updates: StatusUpdates<Status>) {
        let updates = updates.patient
        let task = Task {
            defer { self.giveUp() }
            do throws(Unwatched) {
                for try await look in updates { self.note(look) }
                return nil as Unwatched?
            } catch {
                return error
            }
        }
        state.withLock { $0.task = task }
    }

    package var told: [Look] { state.withLock { $0.told } }

    /// Returns the statuses; throws if a check found none.
    package func statuses() throws -> [Status] { try told.map { try $0.get() } }

    /// Waits until the expectation is met. If the updates end first, or the time limit of the test passes, it records
    /// an issue with what was told.
    package func isTold(
        _ isMet: @escaping Expectation,
        at place: SourceLocation = #_sourceLocation
    ) async {
        let waiter = Waiter(isMet: isMet)
        let ticket: Int? = state.withLock { state in
            if let last = state.told.last, isMet(state.told.count, last) { return nil }
            if state.hasEnded { waiter.done.open() }
            state.lastTicket += 1
            state.waiters[state.lastTicket] = waiter
            return state.lastTicket
        }
        guard let ticket else { return }
        await withTaskCancellationHandler {
            await waiter.done.wait()
        } onCancel: {
            waiter.done.open()
        }
        let (isUnmet, told) = state.withLock { state in
            (state.waiters.removeValue(forKey: ticket) != nil, state.told)
        }
        guard isUnmet else { return }
        let last = told.last.map { "\($0)" } ?? "nothing"
        Issue.record("not told; the last of \(told.count): \(last)", sourceLocation: place)
    }

    /// Waits until the updates end, and returns the reason.
    package func end() async -> Unwatched? {
        let task = state.withLock { $0.task }
        return await withTaskCancellationHandler {
            await task?.value
        } onCancel: {
            task?.cancel()
        }
    }

    package func leave() async -> Unwatched? {
        state.withLock { $0.task }?.cancel()
        return await end()
    }

    private func note(_ look: Look) {
        let content = state.withLock { state in
            state.told.append(look)
            let count = state.told.count
            let met = state.waiters.filter { $0.value.isMet(count, look) }
            for ticket in met.keys { state.waiters[ticket] = nil }
            return met.values
        }
        for waiter in content { waiter.done.open() }
    }

    /// Wakes all that wait, because nothing more is told.
    private func giveUp() {
        let disappointed = state.withLock { state in
            state.hasEnded = true
            return state.waiters.values
        }
        for waiter in disappointed { waiter.done.open() }
    }
}

extension Audience where Status: Equatable {
    /// Waits until this is the latest status.
    package func isTold(
        _ status: Status,
        at place: SourceLocation = #_sourceLocation
    ) async {
        let isThis: Expectation = { _, look in
            if case .success(let found) = look { found == status } else { false }
        }
        await isTold(isThis, at: place)
    }
}
