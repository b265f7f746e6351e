import CLinux
import LinuxSystem
import Synchronization

/// A thread that keeps another identity until it is told to end.
final class LastingIdentity: Sendable {
    let thread: Int32
    private let isOver = Semaphore()
    private let hasEnded = Semaphore()
    private let result: Shared

    // INVARIANT: the thread writes the values before it signals, and they are read after that.
    private final class Shared: Sendable {
        let thread = Mutex(Int32(0))
        let result = Mutex(Result<Void, any Error>.success(()))
    }

    /// Returns as soon as the thread has its new identity.
    init(_ identity: AssumedIdentity) throws {
        let (shared, isInside) = (Shared(), Semaphore())
        let (isOver, hasEnded) = (isOver, hasEnded)
        try startThread(named: "lasting") {
            let result = Result {
                try identity.run {
                    shared.thread.withLock { $0 = clinux_gettid() }
                    isInside.signal()
                    isOver.wait()
                }
            }
            shared.result.withLock { $0 = result }
            isInside.signal()
            hasEnded.signal()
        }
        isInside.wait()
        result = shared
        thread = shared.thread.withLock { $0 }
        if thread == 0 { try end() }
    }

    /// Tells the thread to end, and waits for its end.
    func end() throws {
        isOver.signal()
        hasEnded.wait()
        try result.result.withLock { $0 }.get()
    }

    /// Tells the thread to end.
    func letGo() { isOver.signal() }
}
