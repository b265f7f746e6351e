public import Synchronization

/// A value that only one thread at a time may access.
///
/// It is compiled into its users, like the types that hold the answers of a look. To resolve a generic type at run time
/// takes longer than most looks.
///
/// It is the library's `Mutex` with one more word. Under contention, thread sanitizer does not see that a `Mutex`
/// orders its holders, and reports every access as a race. It does see the order of an atomic. The load and the store
/// are plain moves on x86-64, and spare every user of the library a special build.
@usableFromInline
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let order: Atomic<Int>

    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
        order = Atomic(0)
    }

    @inlinable
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
