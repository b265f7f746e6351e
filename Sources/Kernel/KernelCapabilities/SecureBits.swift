/// The flags that separate root from kernel capabilities; see capabilities(7), "The securebits flags".
package struct SecureBits: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `SECBIT_NOROOT`: root gains nothing by executing a program.
    package static let noRoot = Self(rawValue: 1 << 0)
    /// `SECBIT_NO_SETUID_FIXUP`: changing ids changes no set.
    package static let noSetuidFixup = Self(rawValue: 1 << 2)
    /// `SECBIT_KEEP_CAPS`: giving up root keeps the permitted set; execve(2) clears it.
    package static let keepCaps = Self(rawValue: 1 << 4)
    /// `SECBIT_NO_CAP_AMBIENT_RAISE`.
    package static let noAmbientRaise = Self(rawValue: 1 << 6)
    /// `SECBIT_EXEC_RESTRICT_FILE`, since Linux 6.14. Interpreters enforce it, not the kernel.
    package static let restrictFile = Self(rawValue: 1 << 8)
    /// `SECBIT_EXEC_DENY_INTERACTIVE`, since Linux 6.14. Interpreters enforce it, not the kernel.
    package static let denyInteractive = Self(rawValue: 1 << 10)

    /// The flags that a process may set without a capability.
    package static let unprivileged: Self = [.restrictFile, .denyInteractive]

    /// Returns the flags that a kernel knows, without their locks.
    package static func known(to kernel: RunningKernel) -> Self {
        let privileged: Self = [.noRoot, .noSetuidFixup, .keepCaps, .noAmbientRaise]
        return kernel.version < KernelVersion(6, 14) ? privileged : privileged.union(unprivileged)
    }

    /// The lock of each flag: `SECBIT_NOROOT_LOCKED` for `SECBIT_NOROOT`, and so on. A lock cannot be undone.
    package var locks: Self { Self(rawValue: rawValue << 1) }
}
