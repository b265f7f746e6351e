package import Capabilities
import Procedures

/// Somebody who is told the statuses of a capability, and remembers them.
package final class Audience<Status: AuthorizationStatus>: Sendable {
    package typealias Look = Result<Status, any Error>

    /// Tells by how many were told and the latest of them.
    package typealias Expectation = @Sendable (Int, Look) -> Bool

    private struct Waiter {
        let isMet: Expectation
        /// Opened once that is so.
        let met = Latch()
    }

    private struct State {
        package var told: [Look] = []
        var waiters: [Waiter] = []
        var task: Task<Unwatched?, Never>?
    }

    private let state = Locked(State())

    /// A look may take longer than it does by default: no change would follow one that a busy machine has kept
    /// from its answer, and whoever waits for that would wait for ever.
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

    /// The statuses, where every look found one.
    package func statuses() throws -> [Status] { try told.map { try $0.get() } }

    /// Waits until it is told what is expected, or the time of the test is up.
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

    /// Waits until nothing more is told, and says why.
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
    /// Waits until the latest is this.
    package func isTold(_ status: Status) async {
        await isTold { _, look in
            if case .success(let found) = look { found == status } else { false }
        }
    }
}
