package import Capabilities
import Procedures

/// A listener that receives the statuses of a capability, and keeps them.
package final class Audience<Status: AuthorizationStatus>: Sendable {
    package typealias Look = Result<Status, any Error>

    /// Decides by the number of statuses and the latest of them.
    package typealias Expectation = @Sendable (Int, Look) -> Bool

    private struct Waiter {
        let isMet: Expectation
        /// Opens when the expectation is met.
        let met = Latch()
    }

    private struct State {
        package var told: [Look] = []
        var waiters: [Waiter] = []
        var task: Task<Unwatched?, Never>?
    }

    private let state = Locked(State())

    /// Listens to updates. A check may take longer here than by default. On a busy machine a check may otherwise time
    /// out, and no change would follow it. A test that waits for such a change would wait forever.
    package init(_ updates: StatusUpdates<Status>) {
        let updates = updates.patient
        let task = Task {
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

    /// Waits until the expectation is met, or until the time limit of the test.
    package func isTold(_ isMet: @escaping Expectation) async {
        let waiter = Waiter(isMet: isMet)
        let isTold = state.withLock { state in
            if let last = state.told.last, isMet(state.told.count, last) { return true }
            state.waiters.append(waiter)
            return false
        }
        guard !isTold else { return }
        await withTaskCancellationHandler {
            await waiter.met.wait()
        } onCancel: {
            waiter.met.open()
        }
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
            let content = state.waiters.filter { $0.isMet(count, look) }
            state.waiters.removeAll { $0.isMet(count, look) }
            return content
        }
        for waiter in content { waiter.met.open() }
    }
}

extension Audience where Status: Equatable {
    /// Waits until this is the latest status.
    package func isTold(_ status: Status) async {
        await isTold { _, look in
            if case .success(let found) = look { found == status } else { false }
        }
    }
}
