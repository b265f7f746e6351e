import CLinux
import Glibc
import Synchronization

/// Waits for sockets: one thread and one epoll(7) for all of them, started when first needed.
package final class SocketEvents: Sendable {
    package static let shared = SocketEvents()

    private struct Waiter {
        let answer: Answer<Bool>
        /// Nil for one that waits until it is cancelled.
        let deadline: ContinuousClock.Instant?
    }

    private struct State {
        /// The epoll and the eventfd that ends its wait; open for as long as the process lives.
        var descriptors: (epoll: Int32, wake: Int32)?
        var waiters: [UInt64: Waiter] = [:]
        var lastTicket: UInt64 = 0
        /// No later than the earliest deadline, so that only its passing costs a look at all of them.
        var nextDeadline: ContinuousClock.Instant?
    }

    private static let wakeTicket: UInt64 = 0
    private let state = Mutex(State())

    /// Waits until a handshake has ended, one way or the other.
    ///
    /// - Returns: `false` when the deadline passed first.
    /// - Throws: ``SystemError`` from epoll(7) and for the thread; `CancellationError`.
    func isWritable(
        _ descriptor: Int32,
        by deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        guard deadline > .now else { return false }
        return try await isReady(descriptor, for: clinux_epoll_writable, by: deadline)
    }

    /// Waits until there is something to read, an error included; nobody else may wait for the same socket.
    ///
    /// - Throws: ``SystemError`` from epoll(7) and for the thread; `CancellationError`.
    func isReadable(_ descriptor: Int32) async throws {
        _ = try await isReady(descriptor, for: clinux_epoll_readable_once, by: nil)
    }

    private func isReady(
        _ descriptor: Int32,
        for events: UInt32,
        by deadline: ContinuousClock.Instant?
    ) async throws -> Bool {
        let answer = Answer<Bool>()
        let ticket = enter(Waiter(answer: answer, deadline: deadline))
        defer { leave(ticket) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.await(continuation)
                do { try watch(descriptor, events, ticket, deadline) } catch {
                    answer.settle(.failure(error))
                }
            }
        } onCancel: {
            answer.settle(.failure(CancellationError()))
        }
    }

    private func enter(_ waiter: Waiter) -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            state.waiters[state.lastTicket] = waiter
            return state.lastTicket
        }
    }

    private func leave(_ ticket: UInt64) {
        // The socket leaves the epoll when it is closed; an event that was on its way finds nobody.
        _ = state.withLock { $0.waiters.removeValue(forKey: ticket) }
    }

    private func watch(
        _ descriptor: Int32,
        _ events: UInt32,
        _ ticket: UInt64,
        _ deadline: ContinuousClock.Instant?
    ) throws(SystemError) {
        let (descriptors, isEarliest) = try state.withLock { (state) throws(SystemError) in
            let descriptors = if let open = state.descriptors { open } else { try start() }
            state.descriptors = descriptors
            guard let deadline else { return (descriptors, false) }
            let isEarliest = state.nextDeadline.map { deadline < $0 } ?? true
            if isEarliest { state.nextDeadline = deadline }
            return (descriptors, isEarliest)
        }
        try add(descriptor, events, ticket, to: descriptors.epoll)
        if isEarliest { wakeUp(descriptors.wake) }
    }

    private func start() throws(SystemError) -> (epoll: Int32, wake: Int32) {
        let epoll = epoll_create1(clinux_epoll_close_on_exec)
        guard epoll >= 0 else { throw SystemError("epoll_create1(2)", "sockets", code: errno) }
        let wake = eventfd(0, clinux_eventfd_flags)
        guard wake >= 0 else {
            let code = errno
            close(epoll)
            throw SystemError("eventfd(2)", "sockets", code: code)
        }
        do {
            try add(wake, clinux_epoll_readable, Self.wakeTicket, to: epoll)
            try startThread(named: "warrant-sockets") { self.work(epoll, wake) }
        } catch {
            close(epoll)
            close(wake)
            throw error
        }
        return (epoll, wake)
    }

    private func add(
        _ descriptor: Int32,
        _ events: UInt32,
        _ ticket: UInt64,
        to epoll: Int32
    ) throws(SystemError) {
        var result = clinux_epoll_watch(epoll, EPOLL_CTL_ADD, descriptor, events, ticket)
        // A second wait of the same socket finds it there already, disarmed by EPOLLONESHOT.
        if result != 0 && errno == EEXIST {
            result = clinux_epoll_watch(epoll, EPOLL_CTL_MOD, descriptor, events, ticket)
        }
        guard result == 0 else { throw SystemError("epoll_ctl(2)", "sockets", code: errno) }
    }

    private func wakeUp(_ wake: Int32) {
        var one: UInt64 = 1
        // SAFETY: an eventfd takes the 8 bytes of a number. Only a full counter refuses, which wakes too.
        _ = unsafe write(wake, &one, 8)
    }
}

// The thread.
extension SocketEvents {
    private func work(_ epoll: Int32, _ wake: Int32) {
        var tickets = [UInt64](repeating: 0, count: 64)
        while true {
            let limit = expire()
            // SAFETY: the call writes at most `count` tickets.
            let count = unsafe clinux_epoll_wait(epoll, &tickets, Int32(tickets.count), limit)
            for ticket in tickets.prefix(Int(max(0, count))) { settle(ticket, wake) }
        }
    }

    private func settle(_ ticket: UInt64, _ wake: Int32) {
        guard ticket != Self.wakeTicket else {
            var number: UInt64 = 0
            // SAFETY: an eventfd gives the 8 bytes of its counter, which this call sets back.
            _ = unsafe read(wake, &number, 8)
            return
        }
        state.withLock { $0.waiters[ticket] }?.answer.settle(.success(true))
    }

    /// Answers those whose deadline has passed, and tells how long none will: milliseconds, -1 for ever.
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
        // Rounded up: a wait that ended early would spin until its deadline.
        let milliseconds = (next - now) / .milliseconds(1)
        return Int32(min(milliseconds.rounded(.up), Double(Int32.max)))
    }
}
