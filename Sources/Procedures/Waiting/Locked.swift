import Synchronization

/// A value that one thread at a time may touch.
///
/// The library's `Mutex`, with one more word: under contention thread sanitizer does not see that a `Mutex`
/// orders its holders, and reports every access as a race. It does see the order of an atomic. The load and
/// the store are plain moves on x86-64, and spare every user of the library a special build.
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic(0)

    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) -> sending Result in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}
