import CLinux
import Glibc

/// An epoll(7) instance that identifies events by tickets, and whose wait can be ended.
final class Epoll: Sendable {
    /// The ticket of the wake-up, which no descriptor gets.
    private static let wakeTicket: UInt64 = 0

    private let epoll: Descriptor
    private let wakeUp: WakeUp

    init() throws(SystemError) {
        let number = epoll_create1(clinux_epoll_close_on_exec)
        guard number >= 0 else { throw SystemError("epoll_create1(2)", "events", code: errno) }
        epoll = Descriptor(owning: number)
        wakeUp = try WakeUp()
        try add(wakeUp.descriptor, clinux_epoll_readable, ticket: Self.wakeTicket)
    }

    /// Watches a descriptor from now on, until it is closed. If it is watched already, the new events and ticket apply.
    ///
    /// - Parameters:
    ///   - events: The events of epoll_ctl(2).
    ///   - ticket: Not 0.
    func add(_ descriptor: Int32, _ events: UInt32, ticket: UInt64) throws(SystemError) {
        var result = clinux_epoll_watch(epoll.number, EPOLL_CTL_ADD, descriptor, events, ticket)
        if result != 0 && errno == EEXIST {
            result = clinux_epoll_watch(epoll.number, EPOLL_CTL_MOD, descriptor, events, ticket)
        }
        guard result == 0 else { throw SystemError("epoll_ctl(2)", "events", code: errno) }
    }

    /// Ends the current wait, or the next one.
    func wake() { wakeUp.signal() }

    /// Waits for events or a wake-up, until the time limit.
    ///
    /// - Parameters:
    ///   - tickets: Room for the tickets of the events.
    ///   - limit: Milliseconds; -1 for no limit.
    /// - Returns: How many tickets there are.
    func wait(_ tickets: inout [UInt64], milliseconds limit: Int32) -> Int {
        // SAFETY: the call writes at most `count` tickets.
        let count = unsafe clinux_epoll_wait(epoll.number, &tickets, Int32(tickets.count), limit)
        let found = tickets.prefix(Int(max(0, count)))
        if found.contains(Self.wakeTicket) { wakeUp.drain() }
        return found.count
    }
}
