import Glibc
import Synchronization

/// Runs `body` on a new thread that ends with it, and waits for its result.
///
/// - Throws: What `body` throws; ``SystemError`` with `EAGAIN` if there is no room for a thread.
func onOwnThread<Success: Sendable>(
    named name: String,
    _ body: @escaping @Sendable () throws -> Success
) throws -> Success {
    let found = Mutex(Result<Success, any Error>?.none)
    let isDone = Semaphore()
    try startThread(named: name) {
        let result = Result(catching: body)
        found.withLock { $0 = result }
        isDone.signal()
    }
    isDone.wait()
    let result = found.withLock { $0 }
    guard let result else { throw SystemError("a thread that ended", name, code: EIO) }
    return try result.get()
}
