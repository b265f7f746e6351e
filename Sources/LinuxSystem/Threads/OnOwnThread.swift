import Glibc
import Synchronization

/// Runs `body` on a thread that is born for it and ends with it, and waits for its answer.
///
/// - Throws: what `body` throws; ``SystemError`` with `EAGAIN` where there is no room for a thread.
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
