import CLinux
import Glibc

/// Wakes a thread that waits in poll(2), see eventfd(2).
package final class WakeUp: Sendable {
    let descriptor: Int32

    init() throws(SystemError) {
        let descriptor = clinux_eventfd()
        guard descriptor >= 0 else { throw SystemError("eventfd(2)", "a wake-up", code: errno) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func signal() {
        var one: UInt64 = 1
        // SAFETY: the eight bytes are ours. It fails only while the counter is at its maximum, 2^64-2.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Whether there are signals that have not been taken.
    var isSignalled: Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one struct; it does not wait.
        return unsafe poll(&asked, 1, 0) == 1
    }

    /// Takes all signals, so that the descriptor is not readable any more.
    func drain() {
        var count: UInt64 = 0
        // SAFETY: the eight bytes are ours; the call does not block, and fails if there is no signal.
        _ = unsafe read(descriptor, &count, 8)
    }
}
