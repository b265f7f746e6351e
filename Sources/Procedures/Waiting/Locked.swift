import Synchronization

/// A value that one thread at a time may touch.
///
/// The library's `Mutex`, and nothing more: where threads contend, thread sanitizer does not see that a
/// `Mutex` orders them, and would report every access. So a build with `-D THREAD_SANITIZER` says so.
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    #if THREAD_SANITIZER
        private let order = Atomic(0)
    #endif

    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if THREAD_SANITIZER
            return try mutex.withLock { value throws(Failure) -> sending Result in
                _ = order.load(ordering: .acquiring)
                defer { order.store(0, ordering: .releasing) }
                return try body(&value)
            }
        #else
            return try mutex.withLock(body)
        #endif
    }

    /// The same, for what all threads of the pool come to all the time: one that finds it locked tries for a
    /// millisecond before it sleeps.
    ///
    /// Whoever has it is done in less than a microsecond, or was put aside by the kernel for a moment: for
    /// libdispatch, say, which looks each second which threads of the pool sleep, and makes more for those.
    package borrowing func withBusyLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if THREAD_SANITIZER
            return try withLock(body)
        #else
            if let result = try mutex.withLockIfAvailable(body) { return result }
            return try tryAndLock(body)
        #endif
    }

    /// Not inlined, since it is rare.
    @inline(never) private borrowing func tryAndLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        // To read the clock takes so long that the lock is not tried too often.
        let end = ContinuousClock.now + .milliseconds(1)
        repeat {
            if let result = try mutex.withLockIfAvailable(body) { return result }
        } while ContinuousClock.now < end
        return try mutex.withLock(body)
    }
}
