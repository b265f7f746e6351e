import CSystemd
import Glibc

/// A listener for a signal, called on the thread of the bus.
final class BusListener: Sendable {
    enum Event {
        case listening
        case heard(BusMessage)
        case deaf(BusFailure)
    }

    let signal: BusSignal
    let tell: @Sendable (Event) -> Void

    init(_ signal: BusSignal, _ tell: @escaping @Sendable (Event) -> Void) {
        self.signal = signal
        self.tell = tell
    }
}

/// A subscription of a connection to a signal. Its release ends the subscription.
@safe final class BusMatch {
    enum Answer {
        case agreed
        case refused(BusFailure)
    }

    /// The answer of the bus; nil until it comes.
    private(set) var answer: Answer?
    var slot: OpaquePointer?

    // INVARIANT: the audience holds the match, so it outlives the match.
    private unowned let audience: BusAudience
    private let place: String
    private let library: SystemdLibrary

    init(_ audience: BusAudience, at place: String, _ library: SystemdLibrary) {
        self.audience = audience
        self.place = place
        self.library = library
        unsafe slot = nil
    }

    // SAFETY: the slot is ours since the match was added. The release of a nil slot is allowed.
    deinit { _ = unsafe library.releaseSlot(slot) }

    fileprivate func take(_ message: OpaquePointer) {
        audience.hear(unsafe BusMessage(message, library.messages))
    }

    fileprivate func takeAnswer(_ message: OpaquePointer) {
        guard let error = unsafe BusMessage(message, library.messages).error else {
            answer = .agreed
            return audience.tell(.listening)
        }
        let failure = BusFailure(errorNamed: error.name, error.message, from: .bus, at: place)
        answer = .refused(failure)
        audience.tell(.deaf(failure))
    }
}

/// The handler of every signal, see sd_bus_add_match_async(3).
func handleSignal(
    _ message: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    // SAFETY: the context is the match that was added with it. The match holds the slot, and without the slot this
    // handler is not called.
    let match = unsafe Unmanaged<BusMatch>.fromOpaque(context).takeUnretainedValue()
    unsafe match.take(message)
    return 0
}

/// The handler of the bus's answer to a match.
func handleMatchAnswer(
    _ message: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    // SAFETY: as in handleSignal.
    let match = unsafe Unmanaged<BusMatch>.fromOpaque(context).takeUnretainedValue()
    unsafe match.takeAnswer(message)
    return 0
}
