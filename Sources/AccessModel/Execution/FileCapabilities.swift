package import Kernel

/// The kernel capabilities of a program file, see capabilities(7), "File capabilities".
package struct FileCapabilities: Hashable, Sendable {
    package var permitted: KernelCapabilitySet
    package var inheritable: KernelCapabilitySet
    /// True if the effective bit is set. The effective "set" of a file is one bit.
    package var isEffective: Bool
    /// The root user of the namespace to which they apply, in revision 3. Nil for revisions 1 and 2, which apply to
    /// user 0 of the initial namespace, as getxattr(2) shows it through the mount.
    package var rootUser: UInt32?

    package init(
        permitted: KernelCapabilitySet = .none,
        inheritable: KernelCapabilitySet = .none,
        isEffective: Bool = false,
        rootUser: UInt32? = nil
    ) {
        self.permitted = permitted
        self.inheritable = inheritable
        self.isEffective = isEffective
        self.rootUser = rootUser
    }
}

/// The reason why `security.capability` cannot be parsed. execve(2) then fails with the same errno.
package enum MalformedFileCapabilities: Error, Hashable, Sendable {
    /// `EINVAL`: an unknown revision, or a length that does not match the revision.
    case invalid
    /// `ERANGE`: longer than any revision.
    case tooLong
}

extension FileCapabilities {
    /// Parses the value of the extended attribute `security.capability`.
    ///
    /// Bits that the running kernel does not know are kept. The kernel ignores them when the file is executed.
    ///
    /// See linux/capability.h, and the kernel's get_vfs_caps_from_disk (security/commoncap.c).
    package init(attribute bytes: [UInt8]) throws(MalformedFileCapabilities) {
        guard bytes.count <= Self.length(ofRevision: 3) else { throw .tooLong }
        guard bytes.count >= 4 else { throw .invalid }
        let words = stride(from: 0, to: bytes.count - 3, by: 4).map { start in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
        let revision = words[0] >> 24
        guard (1...3).contains(revision), bytes.count == Self.length(ofRevision: revision)
        else { throw .invalid }
        let high = revision == 1 ? (0, 0) : (UInt64(words[3]), UInt64(words[4]))
        self.init(
            permitted: KernelCapabilitySet(mask: UInt64(words[1]) | high.0 << 32),
            inheritable: KernelCapabilitySet(mask: UInt64(words[2]) | high.1 << 32),
            isEffective: words[0] & 1 != 0,
            rootUser: revision == 3 ? words[5] : nil
        )
    }

    /// `XATTR_CAPS_SZ_1` to `_3`, in bytes.
    private static func length(ofRevision revision: UInt32) -> Int {
        switch revision {
        case 1: 12
        case 2: 20
        default: 24
        }
    }
}
