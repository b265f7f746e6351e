import CLinux
import Glibc

/// The network namespace of the calling thread.
package enum NetworkNamespace {
    /// Whether kernel capabilities of this thread count over its network namespace: whether the user
    /// namespace that owns it is this thread's or one below.
    ///
    /// - Throws: ``SystemError`` as open(2) of `/proc/thread-self/ns/net` fails.
    /// - SeeAlso: `NS_GET_USERNS` in ioctl_ns(2), which answers `EPERM` for an owner out of scope.
    package static func isWithinOwnUserNamespace() throws(SystemError) -> Bool {
        let path = "/proc/thread-self/ns/net"
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        let namespace = Descriptor(owning: number)
        let owner = clinux_owner_of_namespace(namespace.number)
        guard owner >= 0 else {
            if errno == EPERM { return false }
            throw SystemError("ioctl_ns(2)", path, code: errno)
        }
        close(owner)
        return true
    }
}
