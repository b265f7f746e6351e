import Glibc
import Kernel

extension BlockingThreads {
    /// Runs a call that can block, with the credentials of the calling thread.
    ///
    /// Credentials belong to threads: one that was born before its maker dropped a privilege has it
    /// still. Where the two differ the call is not made.
    ///
    /// - Throws: ``SystemError`` with `EPERM` where the credentials differ; else as ``run(_:_:)``.
    package func runAsCaller<Success: Sendable>(
        _ object: String,
        _ body: @escaping @Sendable () throws -> Success
    ) async throws -> Success {
        let caller = try FileIdentity()
        return try await run(object) {
            guard try FileIdentity() == caller else {
                throw SystemError("a thread with other credentials", object, code: EPERM)
            }
            return try body()
        }
    }
}

/// What of a thread's credentials decides which files it may use, or may come to use by raising something.
private struct FileIdentity: Equatable {
    private let user = geteuid()
    private let group = getegid()
    private let capabilities: KernelCapabilitySets

    init() throws(SystemError) { capabilities = try CapabilityCalls.ownThreeSets() }
}
