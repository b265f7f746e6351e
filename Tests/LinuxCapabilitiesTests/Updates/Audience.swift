import Capabilities
import Procedures

/// Somebody who is told the statuses of a capability, and remembers them.
final class Audience<Status: AuthorizationStatus>: Sendable {
    typealias Look = Result<Status, any Error>

    /// Tells by how many were told and the latest of them.
    typealias Expectation = @Sendable (Int, Look) -> Bool

    private struct Waiter {
        let isMet: Expectation
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var told: [Look] = []
        var waiters: [Waiter] = []
        var task: Task<Unwatched?, Never>?
    }

    private let state = Locked(State())

    init(_ updates: StatusUpdates<Status>) {
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

    var told: [Look] { state.withLock { $0.told } }

    /// The statuses, where every look found one.
    func statuses() throws -> [Status] { try told.map { try $0.get() } }

    /// Waits until it is told what is expected.
    func isTold(_ isMet: @escaping Expectation) async {
        await withCheckedContinuation { continuation in
            let isTold = state.withLock { state in
                if let last = state.told.last, isMet(state.told.count, last) { return true }
                state.waiters.append(Waiter(isMet: isMet, continuation: continuation))
                return false
            }
            if isTold { continuation.resume() }
        }
    }

    /// Waits until nothing more is told, and says why.
    func end() async -> Unwatched? { await state.withLock { $0.task }?.value }

    func leave() async -> Unwatched? {
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
        for waiter in content { waiter.continuation.resume() }
    }
}

extension Audience where Status: Equatable {
    /// Waits until the latest is this.
    func isTold(_ status: Status) async {
        await isTold { _, look in
            if case .success(let found) = look { found == status } else { false }
        }
    }
}
