import Glibc

extension BlockingThreads {
    /// Runs a call that can block, with the credentials of the calling thread.
    ///
    /// Credentials belong to threads: a thread that was started before its creator dropped a privilege still has it. If
    /// the credentials of the two threads differ, the call is not made.
    ///
    /// - Throws: ``SystemError`` with `EPERM` if the credentials differ; otherwise as ``run(_:_:)``.
    package func runAsCaller<Success: Sendable>(
        _ object: String,
        _ body: @escaping @Sendable () throws -> Success
    ) async throws -> Success {
        let caller = try ThreadIdentity()
        return try await run(object) {
            guard try ThreadIdentity() == caller else {
                throw SystemError("a thread with other credentials", object, code: EPERM)
            }
            return try body()
        }
    }
}
