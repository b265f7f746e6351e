import Synchronization

/// Stands for the engine's own, which another package does not have.
struct Locked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    borrowing func withLock<Result>(
        _ body: (inout sending Value) -> sending Result
    ) -> sending Result {
        mutex.withLock(body)
    }
}
