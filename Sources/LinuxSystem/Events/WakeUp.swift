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
        // SAFETY: the eight bytes are ours. It fails only at 2^64-1 signals not yet taken.
        _ = unsafe write(descriptor, &one, 8)
    }

    /// Whether there are signals that nobody has taken.
    var isSignalled: Bool {
        var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: the call reads and writes the one struct; it does not wait.
        return unsafe poll(&asked, 1, 0) == 1
    }

    /// Takes the signals that came, so that the descriptor is quiet again.
    func drain() {
        var count: UInt64 = 0
        // SAFETY: the eight bytes are ours; it does not block, and fails where there is no signal.
        _ = unsafe read(descriptor, &count, 8)
    }
}
