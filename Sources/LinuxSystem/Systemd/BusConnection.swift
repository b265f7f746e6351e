import CLinux
import CSystemd
import Glibc

/// One connection to a bus, used only by the thread that made it; see sd_bus_new(3).
@safe final class BusConnection {
    private let library: SystemdLibrary
    private let place: String
    // SAFETY: of every call below: the bus is ours from its making to deinit, and its functions
    // copy the texts that they are given.
    private let bus: OpaquePointer

    /// Begins to connect without waiting. Calls made meanwhile are sent once the connection is ready.
    init(
        to address: BusAddress,
        _ library: SystemdLibrary
    ) throws(BusFailure) {
        self.library = library
        place = address.place
        if let refusal = address.refusal(toPrivileged: ProcessCalls.isPrivileged) { throw refusal }
        var made: OpaquePointer?
        let code = unsafe library.newBus(&made)
        guard let bus = unsafe made else { throw BusFailure(connecting: place, code: -code) }
        unsafe self.bus = bus
        if let path = address.socketPath, let socket = try Self.connected(toServed: path) {
            let number = socket.release()
            // From here on, the bus closes the descriptor.
            try check(unsafe library.setDescriptor(bus, number, number))
        } else {
            try check(unsafe library.setAddress(bus, address.text))
        }
        try check(unsafe library.setBusClient(bus, 1))
        try check(unsafe library.start(bus))
    }

    deinit { _ = unsafe library.closeAndRelease(bus) }

    /// Connects to a socket whose file a server keeps. No thread of this process may wait for a server without a limit.
    ///
    /// - Returns: Nil for any other socket, to which sd-bus connects itself.
    private static func connected(toServed path: String) throws(BusFailure) -> Descriptor? {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, follow: true)
            guard FileServer.keeps(place.number) else { return nil }
            let type = clinux_stream | clinux_nonblocking
            let socket = try Socket(family: AF_UNIX, type: type, for: path)
            let code = socket.connectApart(
                to: SocketAddress.unix(UnixSocketName(ofDescriptor: place.number))
            )
            guard code == 0 else { throw SystemError("connect(2)", path, code: code) }
            return socket.release()
        } catch {
            throw BusFailure(connecting: path, code: error.code)
        }
    }

    /// Whether the bus has accepted the connection.
    var isReady: Bool { unsafe library.isReady(bus) > 0 }

    /// The descriptor and the events to wait for, see sd_bus_get_fd(3).
    var awaited: pollfd {
        let events = unsafe library.events(bus)
        let descriptor = unsafe library.descriptor(bus)
        return pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: max(events, 0)), revents: 0)
    }

    /// The time at which sd-bus has work even without events, in microseconds of CLOCK_MONOTONIC.
    var timeout: UInt64 {
        var time = UInt64.max
        return unsafe library.timeout(bus, &time) > 0 ? time : .max
    }

    /// Does all pending work, and returns when it would have to wait.
    ///
    /// - Throws: If the connection is lost. sd-bus has not reported that to the open calls then.
    func process() throws(BusFailure) {
        repeat {
            let wasReady = isReady
            let code = unsafe library.process(bus, nil)
            try check(code, wasReady: wasReady)
            if code == 0 { return }
            let isOpen = unsafe library.isOpen(bus) > 0
            try check(isOpen ? 0 : -ECONNRESET, wasReady: wasReady)
        } while true
    }

    /// Sends a call. Its answer comes in a later ``process()``.
    func send(_ question: BusQuestion) throws(BusFailure) -> BusCall {
        let message = unsafe try message(for: question.call)
        defer { _ = unsafe library.messages.release(message) }
        let call = BusCall(question, at: place, library)
        let context = unsafe Unmanaged.passUnretained(call).toOpaque()
        // Read before the call, since the call may find the connection lost.
        let wasReady = isReady
        // SAFETY: the handler gets the call only until the slot is released, which the call does before it ends. There
        // is no limit of sd-bus: the loop keeps the time.
        try check(
            unsafe library.call(bus, &call.slot, message, handleReply, context, .max),
            wasReady: wasReady
        )
        return call
    }

    /// Subscribes to a signal. The signals come in a later ``process()``, as does the answer of the bus.
    func listen(for audience: BusAudience) throws(BusFailure) -> BusMatch {
        let match = BusMatch(audience, at: place, library)
        let context = unsafe Unmanaged.passUnretained(match).toOpaque()
        let wasReady = isReady
        // SAFETY: the handlers get the match only until the slot is released, which the match does before it ends.
        let code = unsafe library.addMatch(
            bus,
            &match.slot,
            audience.signal.rule,
            handleSignal,
            handleMatchAnswer,
            context
        )
        try check(code, wasReady: wasReady)
        return match
    }

    private func message(for call: MethodCall) throws(BusFailure) -> OpaquePointer {
        var made: OpaquePointer?
        let code = unsafe library.messages.newMethodCall(
            bus,
            &made,
            call.service.name,
            call.path,
            call.interface,
            call.member
        )
        guard let message = unsafe made else { throw BusFailure(connecting: place, code: -code) }
        let codes = [
            unsafe library.messages.setAutoStart(message, call.service.isStarted ? 1 : 0),
            unsafe library.messages.setInteractive(message, call.isInteractive ? 1 : 0),
            unsafe BusWriter(message, library.messages).write(call.arguments),
        ]
        if let failed = codes.first(where: { $0 < 0 }) {
            _ = unsafe library.messages.release(message)
            throw BusFailure(connecting: place, code: -failed)
        }
        return unsafe message
    }

    private func check(_ code: Int32, wasReady: Bool = false) throws(BusFailure) {
        guard code < 0 else { return }
        throw wasReady ? .disconnected(at: place) : BusFailure(connecting: place, code: -code)
    }
}
