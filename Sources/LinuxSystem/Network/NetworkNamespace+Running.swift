import CLinux
import Glibc

extension NetworkNamespace {
    /// Runs `body` on a thread that is born for it, has entered a network namespace, and ends with it.
    ///
    /// Sockets that it opens belong to that network for good, and `/proc/thread-self/net` and
    /// `/proc/sys/net` are that network's. It blocks: call it on ``BlockingThreads``.
    ///
    /// - Parameter namespace: A file of `/proc/PID/ns/net`, which the caller keeps open.
    /// - Throws: what `body` throws; ``SystemError`` with `EPERM` where the thread lacks CAP_SYS_ADMIN in
    ///   its own user namespace or over the owner of the network; with `EAGAIN` where there is no room for
    ///   a thread.
    /// - SeeAlso: setns(2).
    package static func run<Success: Sendable>(
        in namespace: Int32,
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try onOwnThread(named: "warrant-network") {
            guard clinux_setns(namespace, clinux_new_network) == 0 else {
                throw SystemError("setns(2)", "a network namespace", code: errno)
            }
            return try body()
        }
    }

    /// Runs `body` on a thread that has entered the network of a process, that of its main thread.
    ///
    /// - Throws: as ``run(in:_:)``; ``SystemError`` with `ESRCH` where there is no such process, with
    ///   `EACCES` where we may not trace it.
    package static func run<Success: Sendable>(
        ofProcess pid: Int32,
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try run(in: try ProcessHandle(pid: pid).openNamespace(.network), body)
    }

    /// Keeps the file open as long as it is needed.
    private static func run<Success: Sendable>(
        in namespace: borrowing Descriptor,
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try run(in: namespace.number, body)
    }
}
