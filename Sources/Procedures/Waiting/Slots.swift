import Synchronization

/// The slots of a queue, as many as its width. Requests wait in line, first come first served.
///
/// A procedure that continues after a wait comes before those that have not started: others may wait for it.
package final class Slots: Sendable {
    package enum Rank: Int, Comparable {
        case goesOn, starts

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// A run, as one of the users of the slots.
    package final class User: Sendable {
        fileprivate let waiting = Atomic(0)

        package init() {}
    }

    package struct Request: Sendable {
        /// True if there was a slot at once.
        var isGranted: Bool { answer == nil }
        fileprivate let answer: FirstAnswer<Bool>?
        fileprivate let ticket: Line.Ticket?
        fileprivate let user: User
    }

    fileprivate struct Waiting: Sendable {
        let answer: FirstAnswer<Bool>
        let user: User
    }

    fileprivate typealias Line = WaitingLine<Rank, Waiting>

    private struct State {
        var free: Int
        var isSuspended = false
        var line = Line()

        /// Gives a free slot to the first in line that may have it.
        mutating func popFirst() -> Waiting? {
            guard free > 0, let rank = line.firstRank, !(isSuspended && rank == .starts) else {
                return nil
            }
            free -= 1
            return line.popFirst()
        }
    }

    private let state: Locked<State>
    private let waiting = Atomic(0)
    private let suspended = Atomic(false)

    package init(_ width: Int) { state = Locked(State(free: width)) }

    /// Takes a slot, or a place in line for one.
    package func request(_ rank: Rank, for user: User) -> Request {
        state.withLock { state in
            if state.free > 0, !(state.isSuspended && rank == .starts) {
                state.free -= 1
                return Request(answer: nil, ticket: nil, user: user)
            }
            let answer = FirstAnswer<Bool>()
            count(1, user)
            let ticket = state.line.insert(Waiting(answer: answer, user: user), at: rank)
            return Request(answer: answer, ticket: ticket, user: user)
        }
    }

    /// Waits for the requested slot.
    ///
    /// - Returns: false if the request was withdrawn first, and there is no slot.
    package func wait(for request: Request) async -> Bool {
        guard let answer = request.answer else { return true }
        return await answer.value()
    }

    /// Calls `granted` when the requested slot is there, at once if it already is, and never after a withdrawal. An
    /// alternative to ``wait(for:)``.
    func whenGranted(_ request: Request, _ granted: @escaping @Sendable () -> Void) {
        guard let answer = request.answer else { return granted() }
        answer.whenSettled { if $0 { granted() } }
    }

    /// Leaves the line. A slot that was already granted stays granted and must be released.
    func withdraw(_ request: Request) {
        guard let ticket = request.ticket else { return }
        let wasWaiting = state.withLock { state in
            let wasWaiting = state.line.remove(ticket)
            if wasWaiting { count(-1, request.user) }
            return wasWaiting
        }
        if wasWaiting { request.answer?.settle(false) }
    }

    /// Gives a slot to the first in line.
    package func release() { serve { $0.free += 1 } }

    /// Lets no procedure start until the slots are resumed.
    func suspend() {
        suspended.store(true, ordering: .relaxed)
        state.withLock { $0.isSuspended = true }
    }

    func resume() {
        suspended.store(false, ordering: .relaxed)
        serve { $0.isSuspended = false }
    }

    var isSuspended: Bool { suspended.load(ordering: .relaxed) }

    /// Returns whether a worker should give up its slot instead of starting the next procedure: the queue is suspended,
    /// or another user waits.
    // Read for every procedure. It is inlined and reads all values before it decides. Otherwise all threads would
    // retain and release the same objects.
    @inline(__always) func isAwaited(besides user: User) -> Bool {
        let isSuspended = suspended.load(ordering: .relaxed)
        let others = waiting.load(ordering: .relaxed) - user.waiting.load(ordering: .relaxed)
        return isSuspended || others > 0
    }

    private func serve(after change: (inout State) -> Void) {
        let served = state.withLock { state in
            change(&state)
            var served: [Waiting] = []
            while let first = state.popFirst() {
                count(-1, first.user)
                served.append(first)
            }
            return served
        }
        for waiting in served { waiting.answer.settle(true) }
    }

    private func count(_ change: Int, _ user: User) {
        waiting.wrappingAdd(change, ordering: .relaxed)
        user.waiting.wrappingAdd(change, ordering: .relaxed)
    }
}
