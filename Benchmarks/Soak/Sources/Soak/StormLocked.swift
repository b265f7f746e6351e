import Synchronization

/// What guards the state of a storm: here, the library's own.
struct StormLocked<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>

    init(_ value: consuming sending Value) { mutex = Mutex(value) }

    borrowing func withLock<Result>(
        _ body: (inout sending Value) -> sending Result
    ) -> sending Result {
        mutex.withLock(body)
    }
}
