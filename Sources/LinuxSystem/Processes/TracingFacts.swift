import CLinux
import Glibc

/// The facts of this host that determine which users may trace processes.
package struct TracingFacts: Hashable, Sendable {
    /// `kernel.yama.ptrace_scope`; nil if the kernel has no Yama.
    package var scope: Int?
    /// The user namespaces that own the pid namespace of this process. Their kernel capabilities count over the
    /// processes that are visible here.
    package var owners: NamespaceOwners

    package init(scope: Int? = nil, owners: NamespaceOwners) {
        self.scope = scope
        self.owners = owners
    }

    /// Returns the facts for the calling thread.
    ///
    /// - Throws: ``SystemError`` if `/proc` does not show them.
    package static func own() throws(SystemError) -> TracingFacts {
        let path = "/proc/thread-self/ns/pid"
        // SAFETY: `path` lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat2(AT_FDCWD, path, UInt64(O_RDONLY | O_CLOEXEC), 0)
        guard number >= 0 else { throw SystemError("open(2)", path, code: errno) }
        let owners = try NamespaceOwners(of: Descriptor(owning: number), at: path)
        return TracingFacts(scope: try yamaScope(), owners: owners)
    }

    private static func yamaScope() throws(SystemError) -> Int? {
        do throws(SystemError) {
            return try SmallFile.number(at: "/proc/sys/kernel/yama/ptrace_scope")
        } catch  where error.code == ENOENT {
            return nil
        }
    }
}
