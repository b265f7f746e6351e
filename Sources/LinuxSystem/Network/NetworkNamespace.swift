import CLinux
import Glibc

/// The network namespace of the calling thread.
package enum NetworkNamespace {
    /// Returns the user namespaces in which a capability counts for this thread's network: from the owner of the
    /// network to the thread's own, which is last. There are none if the owner is neither that namespace nor one below
    /// it, so that no capability of this thread counts.
    ///
    /// - Throws: ``SystemError`` as open(2) of `/proc/thread-self/ns/net` fails.
    package static func owners() throws(SystemError) -> NamespaceOwners {
        let path = "/proc/thread-self/ns/net"
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return try NamespaceOwners(of: Descriptor(owning: number), at: path).withMaps()
    }

    /// Runs `body` on a new thread that has entered a network namespace, and ends with `body`.
    ///
    /// Sockets that `body` opens belong to that network permanently, and `/proc/thread-self/net` and `/proc/sys/net`
    /// show that network. The call blocks: make it on ``BlockingThreads``.
    ///
    /// - Parameter namespace: A descriptor of `/proc/PID/ns/net`, which the caller keeps open.
    /// - Throws: What `body` throws; ``SystemError`` with `EPERM` if the thread lacks CAP_SYS_ADMIN in its own user
    ///   namespace or over the owner of the network; with `EAGAIN` if there is no room for a thread.
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

    /// Runs `body` on a thread that has entered the network of a process, which is that of its main thread.
    ///
    /// - Throws: As ``run(in:_:)``; ``SystemError`` with `ESRCH` if there is no such process, with `EACCES` if this
    ///   thread may not trace it.
    package static func run<Success: Sendable>(
        ofProcess pid: Int32,
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try run(in: try ProcessHandle(pid: pid).openNamespace(.network), body)
    }

    /// Keeps the file open until `body` returns.
    private static func run<Success: Sendable>(
        in namespace: borrowing Descriptor,
        _ body: @escaping @Sendable () throws -> Success
    ) throws -> Success {
        try run(in: namespace.number, body)
    }
}
