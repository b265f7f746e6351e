/// The kernel's INVALID_UID: the id of an owner that a mount or a user namespace does not map. It is not equal
/// to any id, not even to itself.
@inlinable package var noID: UInt32 { .max }

/// The id of an owner that the user namespace of this process does not map, where it shows every such owner
/// as the overflow id: a valid owner for the kernel, and no user or group of ours.
@inlinable package var foreignID: UInt32 { .max - 1 }
