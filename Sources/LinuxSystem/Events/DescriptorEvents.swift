import CLinux
import Glibc
import Synchronization

/// Waits for events of descriptors. One thread and one epoll(7), started at the first use, serve all descriptors.
package final class DescriptorEvents: Sendable {
    package static let shared = DescriptorEvents()

    private struct Waiter {
        let answer: Answer<Bool>
        /// Nil if the waiter waits until it is cancelled.
        let deadline: ContinuousClock.Instant?
    }

    private struct State {
        /// Stays open as long as the process lives.
        var epoll: Epoll?
        var waiters: [UInt64: Waiter] = [:]
        var listeners: [UInt64: @Sendable () -> Void] = [:]
        var lastTicket: UInt64 = 0
        /// Not later than the earliest deadline. The waiters are searched only after it has passed.
        var nextDeadline: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    /// Waits until a handshake has ended, with success or failure.
    ///
    /// - Returns: `false` if the deadline passed first.
    /// - Throws: ``SystemError`` from epoll(7) or from the start of the thread; `CancellationError`.
    func isWritable(
        _ descriptor: Int32,
        by deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        guard deadline > .now else { return false }
        return try await isReady(descriptor, for: clinux_epoll_writable, by: deadline)
    }

    /// Waits until there is input or an error to read. At most one caller may wait for a descriptor.
    ///
    /// - Throws: As ``isWritable(_:by:)``.
    func isReadable(_ descriptor: Int32) async throws {
        _ = try await isReady(descriptor, for: clinux_epoll_readable_once, by: nil)
    }

    private func isReady(
        _ descriptor: Int32,
        for events: UInt32,
        by deadline: ContinuousClock.Instant?
    ) async throws -> Bool {
        let answer = Answer<Bool>()
        let ticket = enter { $0.waiters[$1] = Waiter(answer: answer, deadline: deadline) }
        defer { leave(ticket) }
        return try await withTaskCancellationHandler {
            try await answer.value { try watch(descriptor, events, ticket, deadline) }
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }

    /// The kind of event that a listener waits for.
    package enum Change {
        /// New input to read.
        case input
        /// A priority event: `POLLPRI`, see proc_pid_mounts(5).
        case exception
    }

    /// Calls `tell` at each change, on the thread that serves all events. `tell` must not wait.
    ///
    /// - Returns: The listener. Its release, or the close of the descriptor, ends the calls.
    /// - Throws: ``SystemError`` from epoll(7) or from the start of the thread.
    package func listen(
        to descriptor: Int32,
        for change: Change = .input,
        _ tell: @escaping @Sendable () -> Void
    ) throws(SystemError) -> Listener {
        let epoll = try epoll()
        let listener = Listener(ticket: enter { $0.listeners[$1] = tell }, events: self)
        let events = change == .input ? clinux_epoll_input : clinux_epoll_exception
        try epoll.add(descriptor, events, ticket: listener.ticket)
        return listener
    }

    /// A subscription to the changes of a descriptor.
    package final class Listener: Sendable {
        fileprivate let ticket: UInt64
        private let events: DescriptorEvents

        fileprivate init(ticket: UInt64, events: DescriptorEvents) {
            self.ticket = ticket
            self.events = events
        }

        deinit { events.leave(ticket) }
    }

    private func enter(_ keep: (inout State, UInt64) -> Void) -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            keep(&state, state.lastTicket)
            return state.lastTicket
        }
    }

    private func leave(_ ticket: UInt64) {
        // The descriptor leaves the epoll when it is closed. An event already on its way finds no waiter and no
        // listener.
        _ = state.withLock { state in
            (state.waiters.removeValue(forKey: ticket), state.listeners.removeValue(forKey: ticket))
        }
    }

    private func watch(
        _ descriptor: Int32,
        _ events: UInt32,
        _ ticket: UInt64,
        _ deadline: ContinuousClock.Instant?
    ) throws(SystemError) {
        let epoll = try epoll()
        let isEarliest = state.withLock { state in
            guard let deadline else { return false }
            let isEarliest = state.nextDeadline.map { deadline < $0 } ?? true
            if isEarliest { state.nextDeadline = deadline }
            return isEarliest
        }
        // A second wait for the same socket finds it already registered, disarmed by EPOLLONESHOT.
        try epoll.add(descriptor, events, ticket: ticket)
        if isEarliest { epoll.wake() }
    }

    private func epoll() throws(SystemError) -> Epoll {
        try state.withLock { (state) throws(SystemError) in
            if let epoll = state.epoll { return epoll }
            let epoll = try Epoll()
            try startThread(named: "warrant-events") { self.work(epoll) }
            state.epoll = epoll
            return epoll
        }
    }
}

// The thread that serves all events.
extension DescriptorEvents {
    private func work(_ epoll: Epoll) {
        var tickets = [UInt64](repeating: 0, count: 64)
        while true {
            let count = epoll.wait(&tickets, milliseconds: expire())
            for ticket in tickets.prefix(count) { settle(ticket) }
        }
    }

    private func settle(_ ticket: UInt64) {
        let (waiter, tell) = state.withLock { ($0.waiters[ticket], $0.listeners[ticket]) }
        waiter?.answer.settle(.success(true))
        tell?()
    }

    /// Settles the waiters whose deadline has passed. Returns the milliseconds until the next deadline, -1 if there is
    /// none.
    private func expire() -> Int32 {
        let now = ContinuousClock.now
        let (late, next) = state.withLock { state -> ([Waiter], ContinuousClock.Instant?) in
            guard let next = state.nextDeadline, next <= now else {
                return ([], state.nextDeadline)
            }
            let late = state.waiters.values.filter { $0.deadline.map { $0 <= now } ?? false }
            state.nextDeadline = state.waiters.values.compactMap(\.deadline).filter { $0 > now }
                .min()
            return (late, state.nextDeadline)
        }
        for waiter in late { waiter.answer.settle(.success(false)) }
        guard let next else { return -1 }
        // Rounded up: a wait that ended early would spin until the deadline.
        let milliseconds = (next - now) / .milliseconds(1)
        return Int32(min(milliseconds.rounded(.up), Double(Int32.max)))
    }
}
