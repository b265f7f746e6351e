import CSystemd
import Glibc

/// One connection to a bus, for the thread that made it alone; see sd_bus_new(3).
@safe final class BusConnection {
    private let library: SystemdLibrary
    private let place: String
    // SAFETY: of every call below: the bus is ours from its making to deinit, and its functions
    // copy the texts that they are given.
    private let bus: OpaquePointer

    /// Begins to connect, and does not wait for it: calls made meanwhile are sent when it is done.
    init(to address: BusAddress, _ library: SystemdLibrary) throws(BusFailure) {
        self.library = library
        place = address.place
        var made: OpaquePointer?
        let code = unsafe library.newBus(&made)
        guard let bus = unsafe made else { throw BusFailure(connecting: place, code: -code) }
        unsafe self.bus = bus
        try check(unsafe library.setAddress(bus, address.text))
        try check(unsafe library.setBusClient(bus, 1))
        try check(unsafe library.start(bus))
    }

    deinit { _ = unsafe library.closeAndRelease(bus) }

    /// Whether the bus has let us in.
    var isReady: Bool { unsafe library.isReady(bus) > 0 }

    /// What to wait for, see sd_bus_get_fd(3).
    var awaited: pollfd {
        let events = unsafe library.events(bus)
        let descriptor = unsafe library.descriptor(bus)
        return pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: max(events, 0)), revents: 0)
    }

    /// When to look again though nothing came, in microseconds of CLOCK_MONOTONIC.
    var timeout: UInt64 {
        var time = UInt64.max
        return unsafe library.timeout(bus, &time) > 0 ? time : .max
    }

    /// Does what there is to do, and returns when it would have to wait.
    ///
    /// - Throws: when the connection is lost; sd-bus has not told the open calls of it then.
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

    /// Sends a call, whose answer comes in a later ``process()``.
    func send(_ question: BusQuestion) throws(BusFailure) -> BusCall {
        let message = unsafe try message(for: question.call)
        defer { _ = unsafe library.releaseMessage(message) }
        let call = BusCall(question, at: place, library)
        let context = unsafe Unmanaged.passUnretained(call).toOpaque()
        // Asked before, as sending can be what finds the connection lost.
        let wasReady = isReady
        // SAFETY: the handler is given the call at most until the slot is released, which the call
        // does before it goes. No limit of sd-bus's own: the loop keeps the time.
        try check(
            unsafe library.call(bus, &call.slot, message, handleReply, context, .max),
            wasReady: wasReady
        )
        return call
    }

    private func message(for call: MethodCall) throws(BusFailure) -> OpaquePointer {
        var made: OpaquePointer?
        let code = unsafe library.newMethodCall(
            bus,
            &made,
            "org.freedesktop.systemd1",
            call.path,
            call.interface,
            call.member
        )
        guard let message = unsafe made else { throw BusFailure(connecting: place, code: -code) }
        // A bus without systemd shall say so, and not try to start one.
        var codes = [unsafe library.setAutoStart(message, 0)]
        for argument in call.arguments {
            codes.append(unsafe library.append(message, CChar(UInt8(ascii: "s")), argument))
        }
        if let failed = codes.first(where: { $0 < 0 }) {
            _ = unsafe library.releaseMessage(message)
            throw BusFailure(connecting: place, code: -failed)
        }
        return unsafe message
    }

    private func check(_ code: Int32, wasReady: Bool = false) throws(BusFailure) {
        guard code < 0 else { return }
        throw wasReady ? .disconnected(at: place) : BusFailure(connecting: place, code: -code)
    }
}
