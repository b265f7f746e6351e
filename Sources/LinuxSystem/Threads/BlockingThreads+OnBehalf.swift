import CLinux
import Glibc
import Kernel

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
        let caller = try FileIdentity()
        return try await run(object) {
            guard try FileIdentity() == caller else {
                throw SystemError("a thread with other credentials", object, code: EPERM)
            }
            return try body()
        }
    }
}

/// The compared credentials of a thread: those that allow the use of files, at once or after a capability is raised.
private struct FileIdentity: Equatable {
    private let user = geteuid()
    private let group = getegid()
    private let groups: [UInt32]
    /// The ids of setfsuid(2) and setfsgid(2); nil under a seccomp(2) filter, which may kill for these calls, as
    /// `SystemCallFilter=~@privileged` does.
    private let ofFiles: [UInt32]?
    private let capabilities: KernelCapabilitySets

    init() throws(SystemError) {
        groups = try ThreadIdentity.groups()
        let isFiltered = clinux_prctl(PR_GET_SECCOMP, 0) != 0
        ofFiles = isFiltered ? nil : [clinux_setfsuid(.max), clinux_setfsgid(.max)]
        capabilities = try CapabilityCalls.ownThreeSets()
    }
}
