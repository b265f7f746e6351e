import CSystemd
import Glibc

/// A question that was sent. Its release ends the wait for the answer.
@safe final class BusCall {
    let question: BusQuestion
    private(set) var isAnswered = false
    var slot: OpaquePointer?

    private let place: String
    private let library: SystemdLibrary

    init(_ question: BusQuestion, at place: String, _ library: SystemdLibrary) {
        self.question = question
        self.place = place
        self.library = library
        unsafe slot = nil
    }

    // SAFETY: the slot is ours since the call was sent. The release of a nil slot is allowed.
    deinit { _ = unsafe library.releaseSlot(slot) }

    fileprivate func take(_ message: OpaquePointer) {
        isAnswered = true
        let reply = unsafe BusMessage(message, library.messages)
        if let error = reply.error {
            let service = question.call.service
            let failure = BusFailure(
                errorNamed: error.name,
                error.message,
                from: service,
                at: place
            )
            question.settle(.failure(failure))
        } else {
            question.settle(.success(reply))
        }
    }
}

/// The handler of every call, see sd_bus_message_handler_t in sd_bus_call_async(3).
func handleReply(
    _ message: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    // SAFETY: the context is the call that was sent with it. The call holds the slot, and without the slot this handler
    // is not called.
    let call = unsafe Unmanaged<BusCall>.fromOpaque(context).takeUnretainedValue()
    unsafe call.take(message)
    return 0
}
