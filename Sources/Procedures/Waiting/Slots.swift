import Synchronization

/// The width of a queue: so many procedures at once, the others in line, first come first served.
///
/// Who goes on after it has waited for something comes before those who have not started: it has
/// started already, and others may wait for it.
package final class Slots: Sendable {
    package enum Rank: Int, Comparable {
        case goesOn, starts

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// One of those among whom the slots are shared out.
    package final class User: Sendable {
        fileprivate let waiting = Atomic(0)

        package init() {}
    }

    package struct Request: Sendable {
        /// Whether there was a slot at once.
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

        /// Hands a free slot to the first in line who may have it.
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

    /// Waits for the slot that was requested.
    ///
    /// - Returns: false when it was withdrawn first; there is no slot then.
    package func wait(for request: Request) async -> Bool {
        guard let answer = request.answer else { return true }
        return await answer.value()
    }

    /// Calls `granted` when there is the slot that was requested, now where it is; never where the request
    /// is withdrawn first. In place of ``wait(for:)``.
    func whenGranted(_ request: Request, _ granted: @escaping @Sendable () -> Void) {
        guard let answer = request.answer else { return granted() }
        answer.whenSettled { if $0 { granted() } }
    }

    /// Leaves the line. Where the slot was granted already it stays so, and is to be released.
    func withdraw(_ request: Request) {
        guard let ticket = request.ticket else { return }
        let wasWaiting = state.withLock { state in
            let wasWaiting = state.line.remove(ticket)
            if wasWaiting { count(-1, request.user) }
            return wasWaiting
        }
        if wasWaiting { request.answer?.settle(false) }
    }

    /// Hands a slot to the first in line.
    package func release() { serve { $0.free += 1 } }

    /// Lets nobody start until it is resumed.
    func suspend() {
        suspended.store(true, ordering: .relaxed)
        state.withLock { $0.isSuspended = true }
    }

    func resume() {
        suspended.store(false, ordering: .relaxed)
        serve { $0.isSuspended = false }
    }

    var isSuspended: Bool { suspended.load(ordering: .relaxed) }

    /// Whether somebody else has a better right to a slot than who holds it and would start the next.
    // For every procedure. Inlined, and reads all before it judges, since otherwise all threads would hold and let
    // go of the same objects.
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
