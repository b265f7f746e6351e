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
}
