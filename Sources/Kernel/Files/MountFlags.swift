/// The attributes of a mount that affect all files on it: `MOUNT_ATTR_*` of mount_setattr(2).
package struct MountFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable package static var readOnly: Self { Self(rawValue: 0x1) }
    @inlinable package static var noSuid: Self { Self(rawValue: 0x2) }
    @inlinable package static var noDev: Self { Self(rawValue: 0x4) }
    @inlinable package static var noExec: Self { Self(rawValue: 0x8) }
    @inlinable package static var idMapped: Self { Self(rawValue: 0x10_0000) }
    @inlinable package static var noSymlinkFollow: Self { Self(rawValue: 0x20_0000) }

    /// Those of the mount itself that decide what may be done with its files.
    ///
    /// A literal of them would search all conformances of the program, at each start.
    package static var own: Self {
        readOnly.union(noSuid).union(noDev).union(noExec).union(noSymlinkFollow)
    }
}
