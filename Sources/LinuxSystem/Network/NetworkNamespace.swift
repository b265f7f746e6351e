import CLinux
import Glibc

/// The network namespace of the calling thread.
package enum NetworkNamespace {
    /// The user namespaces over which this thread's network is owned, the last of them its own; none where
    /// the owner is neither that nor one below it, so that no kernel capability of this thread counts.
    ///
    /// - Throws: ``SystemError`` as open(2) of `/proc/thread-self/ns/net` fails.
    package static func owners() throws(SystemError) -> NamespaceOwners {
        let path = "/proc/thread-self/ns/net"
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        return try NamespaceOwners(of: Descriptor(owning: number), at: path).withMaps()
    }
}
