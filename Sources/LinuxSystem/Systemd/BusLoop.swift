import CLinux
import Glibc

/// The work of a bus thread: it sends questions, keeps their time limits, delivers signals, and connects when needed.
///
/// Objects of sd-bus belong to the thread that made them, so no object of this loop leaves it.
final class BusLoop {
    /// The maximum number of open questions. A bus restricts the open questions of a client.
    private static let width = 64

    private let inbox: BusInbox
    private let wake: WakeUp
    private let address: BusAddress
    private let libraryName: String

    private var library: SystemdLibrary?
    private var connection: BusConnection?
    /// Questions not sent yet, in their order.
    private var waiting: [BusQuestion] = []
    private var sent: [BusCall] = []
    private var listeners = BusListeners()
    private var mayEnd = false
    private var mustEnd = false
    /// No time limit ends before this time.
    private var nextDeadline = UInt64.max
    /// The next time to connect for listeners alone: once a second. No event shows that an existing socket now accepts
    /// connections (sd_bus_set_watch_bind(3) misses that between bind(2) and listen(2)).
    private var nextAttempt: UInt64 = 0

    init(inbox: BusInbox, wake: WakeUp, address: BusAddress, library: String) {
        self.inbox = inbox
        self.wake = wake
        self.address = address
        libraryName = library
    }

    /// Returns when the inbox is closed and all its questions are answered.
    func run() {
        repeat {
            takeOrders()
            receive()
            expire()
            send()
        } while pause()
    }

    private func takeOrders() {
        wake.drain()
        let orders = inbox.take()
        waiting += orders.questions
        nextDeadline = orders.questions.reduce(nextDeadline) { min($0, $1.deadline) }
        listeners.change(joining: orders.joining, leaving: orders.leaving)
        mayEnd = orders.areLast
        mustEnd = orders.areAbandoned
    }

    private func receive() {
        do throws(BusFailure) {
            try connection?.process()
        } catch {
            lose(error)
        }
        sent.removeAll(where: \.isAnswered)
    }

    private func expire() {
        let now = monotonicMicroseconds()
        guard nextDeadline <= now else { return }
        // If the bus has not even accepted the connection, it is given up, and the other questions try again.
        if connection?.isReady == false, sent.contains(where: { $0.question.deadline <= now }) {
            waiting = sent.map(\.question) + waiting
            disconnect()
        }
        for question in sent.map(\.question) + waiting where question.deadline <= now {
            question.settle(.failure(.timedOut(at: address.place, after: question.limit)))
        }
        sent.removeAll { $0.question.deadline <= now }
        waiting.removeAll { $0.deadline <= now }
        nextDeadline = (sent.map(\.question) + waiting).map(\.deadline).min() ?? .max
    }

    private func send() {
        let mayAsk = !waiting.isEmpty && open < Self.width
        guard mayAsk || mayListen else { return }
        do throws(BusFailure) {
            let connection = try connected()
            // Attached first, so that a caller that listens before asking misses nothing.
            try listeners.attach(to: connection)
            while open < Self.width, let question = waiting.first {
                sent.append(try connection.send(question))
                waiting.removeFirst()
            }
        } catch {
            lose(error)
        }
    }

    /// The number of open questions. A question that waits for a person can take minutes, so it does not count.
    private var open: Int { sent.count { !$0.question.call.isInteractive } }

    private var mayListen: Bool {
        listeners.areWaiting && (connection != nil || nextAttempt <= monotonicMicroseconds())
    }

    private func connected() throws(BusFailure) -> BusConnection {
        if let connection { return connection }
        nextAttempt = monotonicMicroseconds() + 1_000_000
        let connection = try BusConnection(to: address, loadedLibrary())
        self.connection = connection
        inbox.noteConnection()
        return connection
    }

    private func loadedLibrary() throws(BusFailure) -> SystemdLibrary {
        if let library { return library }
        let library = try SystemdLibrary(named: libraryName)
        self.library = library
        return library
    }

    /// Answers questions that the connection cannot answer any more: after a connection, those sent on it; if there
    /// never was one, all.
    private func lose(_ failure: BusFailure) {
        var failed = sent.filter { !$0.isAnswered }.map(\.question)
        disconnect()
        if failure != .disconnected(at: address.place) {
            failed += waiting
            waiting = []
        }
        for question in failed { question.settle(.failure(failure)) }
        listeners.tellDeaf(failure)
    }

    private func disconnect() {
        sent = []
        listeners.detach()
        connection = nil
    }

    /// Waits for the bus, a question or a time limit. Returns false if there is nothing left to wait for.
    private func pause() -> Bool {
        if mayEnd, sent.isEmpty, waiting.isEmpty { return false }
        if mustEnd {
            for question in sent.map(\.question) + waiting {
                question.settle(.failure(.disconnected(at: address.place)))
            }
            disconnect()
            return false
        }
        // Questions left over from a lost connection are sent on a new one at once.
        if connection == nil, !waiting.isEmpty { return true }
        let attempt = connection == nil && listeners.areWaiting ? nextAttempt : .max
        let end = min(nextDeadline, connection?.timeout ?? .max, attempt)
        let nobody = pollfd(fd: -1, events: 0, revents: 0)
        var awaited = [
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            connection?.awaited ?? nobody,
        ]
        // SAFETY: the array has the given length. The result is ignored: all events are read again.
        _ = unsafe poll(&awaited, nfds_t(awaited.count), millisecondsLeft(until: end))
        return true
    }
}
