import LinuxSystem

/// Runs a call that can block, away from the threads that Swift's tasks share.
///
/// ```swift
/// let dump = Procedure("dump") {
///     try await onBlockingThread { try legacyDump() }
/// }
/// ```
///
/// Swift has one thread for each processor. A body that blocks one, in read(2), flock(2) or a C library, holds up every
/// other task of the process. A ``/Procedures/ProcedureQueue`` with a logger warns of such a body after five seconds.
/// This call leaves the wait to a thread that runs nothing else.
///
/// Eight calls run at once. When all of them are stuck, more threads are added, up to 72. The thread has the credentials
/// of the thread that made it, a stack of 1 MiB, all signals blocked, and no task-local values.
///
/// - Parameter body: The call. When the caller is cancelled, a call that has begun goes on and its result is dropped; one
///   that has not begun is never made.
/// - Throws: What `body` throws; `CancellationError` as soon as the caller is cancelled; ``SystemError`` with `EBUSY`
///   when 72 abandoned calls have not returned, and with `EAGAIN` when there is no room for a thread.
public func onBlockingThread<Success: Sendable>(
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    // Not those of looks, which would wait for the calls of the program.
    try await threads.run("a call of this program", body)
}

private let threads = BlockingThreads(width: 8, limit: 72)
